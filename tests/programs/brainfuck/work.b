Nested loops that count modulo 256: many steps and little output
++++++ [                      cell 0: six rounds
  >-[                         cell 1: 255 times
    >-[                       cell 2: 255 times
      >+                      cell 3 adds one
      >++[>+<-]               two more by way of cells 4 and 5
      >[<<+>>-]
      <<<-
    ]
    <-
  ]
  >>>++++++++[>++++++++<-]    64 in cell 5
  <[>+>+<<-]>[<+>-]           add cell 3 to it
  >.[-]                       print it
  <<<<<-
]
