Prints a triangle of stars: cell 0 rows left; cell 1 stars in this row; cell 2 and 3 scratch; cell 4 star; cell 5 newline
++++++++++++                  twelve rows
>>>> ++++++[<+++++++>-]       cell 3 is 42
<[>+<-]                       move it to cell 4
>>++++++++++<<<<<             cell 5 is 10
[
  >+                          one more star
  [>+>+<<-]                   copy the count to 2 and 3
  >>[<<+>>-]                  and back from 3 to 1
  <[>>.<<-]                   print a star for each
  >>>.<<<<                    newline and back to 1
  <-                          next row
]
