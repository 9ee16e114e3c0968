//! Arrays and elements, also of strings and `ArrayAccess` objects.

/// Rows of the opcode table; see [`crate::ops`].
#[macro_export]
macro_rules! array_rows {
    ($m:ident $rest:tt {$($rows:tt)*}) => { $crate::chain_rows! { $m $rest { $($rows)*
        /// An empty array with room for elements without keys, or with string keys if `named` is 1.
        may {} gives Array: NewArray(dst: Out, capacity: Number, named: Number);
        /// An array with the keys that an array literal is known to have, and with its constant elements; the others are `null`.
        may {} gives Array: NewShaped(dst: Out, shape: Literal);
        /// Fills in an element of such an array.
        may {throw, call} gives Nothing: FillElem(array: Built, value: Value, position: Number);
        /// Adds an element to an array literal.
        may {throw, call} gives Nothing:
            AddElem(array: Built, value: Value, key: Value),
            AddElemN(array: Built, value: Value),
            AddElemK(array: Built, value: Value, key: Literal);
        /// Adds a reference to an array literal.
        may {throw, call} gives Nothing:
            AddElemRef(array: Built, value: Value, key: Value),
            AddElemRefN(array: Built, value: Value);
        /// Adds the elements of an array or iterator to an array literal.
        may {throw, call} gives Nothing: AddSpread(array: Built, source: Value, constant: Number);

        /// `container[key]`.
        may {throw, call} gives Any:
            FetchDimVV(dst: Out, container: Value, key: Value),
            FetchDimVK(dst: Out, container: Value, key: Literal);
        /// `container["name"]`, where the name does not look like a number.
        may {throw, call} gives Any: FetchDimName(dst: Out, container: Value, key: Literal);
        /// `container[key] ?? …`.
        may {throw, call} gives Any:
            FetchDimQuietVV(dst: Out, container: Value, key: Value),
            FetchDimQuietVK(dst: Out, container: Value, key: Literal);
        /// An element for `list()`; the container stays.
        may {throw, call} gives Any:
            FetchListVV(dst: Out, container: Kept, key: Value),
            FetchListVK(dst: Out, container: Kept, key: Literal);

        /// The place of an element to be written.
        may {throw, call} gives Any:
            FetchDimW(dst: Pointer, container: Place, key: Value),
            FetchDimWK(dst: Pointer, container: Place, key: Literal);
        /// The place of a new element.
        may {throw, call} gives Any: FetchDimWN(dst: Pointer, container: Place);
        /// The place of an element to be read and written.
        may {throw, call} gives Any: FetchDimRW(dst: Pointer, container: Place, key: Value);
        /// The place of an element in which something is unset.
        may {throw, call} gives Any: FetchDimUnset(dst: Pointer, container: Place, key: Value);
        /// `container[key] = value`.
        may {throw, call} gives Any:
            AssignDimVV(container: Place, key: Value, value: Value; result: Wanted),
            AssignDimKV(container: Place, key: Literal, value: Value; result: Wanted),
            AssignDimVK(container: Place, key: Value, value: Literal; result: Wanted),
            AssignDimKK(container: Place, key: Literal, value: Literal; result: Wanted);
        /// `container[] = value`.
        may {throw, call} gives Any:
            AssignDimNV(container: Place, _: Unused, value: Value; result: Wanted),
            AssignDimNK(container: Place, _: Unused, value: Literal; result: Wanted);
        /// `container[key] op= value`.
        may {throw, call} gives Any: AssignDimOp(container: Place, key: Value, value: Value; result: Wanted, operator: Operator);
        /// `container[] op= value`.
        may {throw, call} gives Any:
            AssignDimOpN(container: Place, _: Unused, value: Value; result: Wanted, operator: Operator);
        /// `isset(container[key])`.
        may {throw, call} gives Bool: IssetDim(dst: Out, container: Value, key: Value);
        /// `empty(container[key])`.
        may {throw, call} gives Bool: EmptyDim(dst: Out, container: Value, key: Value);
        /// `unset(container[key])`.
        may {throw, call} gives Nothing: UnsetDim(container: Place, key: Value);

        /// `strlen(value)`.
        may {throw, call} gives Small: StrLen(dst: Out, value: Value);
        /// `count(value)`.
        may {throw, call} gives Small: Count(dst: Out, value: Value, is_sizeof: Number);
        /// Whether the value is of one of the types, a set of raw tags; with the top bit set, whether it is of none.
        may {throw, call} gives Bool: TypeIs(dst: Out, value: Value, types: Number);
        /// `array_key_exists(key, array)`.
        may {throw, call} gives Bool: ArrayKeyExists(dst: Out, key: Value, array: Value);
        /// `array_key_exists(key, $GLOBALS)`, without the copy.
        may {throw, call} gives Bool: GlobalExists(dst: Out, key: Value);
        /// `in_array(value, […])` among the keys of a literal, which are no numeric strings; elements tell whether types count.
        may {throw, call} gives Bool:
            InStrings(dst: Out, value: Value, strings: Literal),
            InIntegers(dst: Out, value: Value, integers: Literal);
        /// `compact()` of names: the literal has the variables' slots at their names.
        may {throw, call} gives Array: Compact(dst: Out, slots: Literal);
        /// `func_get_args()`.
        may {} gives Array: FuncGetArgs(dst: Out);
        /// `func_num_args()`.
        may {} gives Small: FuncNumArgs(dst: Out);
    } } };
}
