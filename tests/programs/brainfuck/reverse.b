Reads its input and prints it backwards
>,[>,]<[.<]
