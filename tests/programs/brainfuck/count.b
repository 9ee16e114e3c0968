Counts from 00 to 99: cell 0 tens left; cell 1 ones left; cell 2 tens digit; cell 3 ones digit; cell 4 space; cell 5 newline; cell 6 and 7 scratch
++++++++++                    ten tens
>>>>>>++++++[<<<<++++++++<<>>>>>>-]      cell 2 is 48
++++[<<++++++++>>-]           cell 4 is 32
<++++++++++<<<<<              cell 5 is 10
[
  >++++++++++                 ten ones
  >>                          cell 3 starts at 48
  >>>++++++[<<<++++++++>>>-]<<<
  <<
  [
    >.>.<                     print both digits
    >+>.<                     next digit and a space
    <<-
  ]
  >>[-]                       clear the ones
  >>.<<                       newline
  <+                          next ten
  <<-
]
