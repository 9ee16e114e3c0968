//! Properties, static properties, constants, classes. An object operand of 0 is `$this`.

/// Rows of the opcode table; see [`crate::ops`].
#[macro_export]
macro_rules! property_rows {
    ($m:ident $rest:tt {$($rows:tt)*}) => { $crate::chain_rows! { $m $rest { $($rows)*
        /// `object->name`.
        may {throw, call} gives Any:
            FetchProp(dst: Out, object: Object, name: Literal; cache: Cache<PropertyCache>),
            FetchPropDyn(dst: Out, object: Object, name: Value; cache: Cache<NamedPropertyCache>);
        /// `object->name ?? …`.
        may {throw, call} gives Any:
            FetchPropQuiet(dst: Out, object: Object, name: Literal; cache: Cache<PropertyCache>),
            FetchPropQuietDyn(dst: Out, object: Object, name: Value; cache: Cache<NamedPropertyCache>);
        /// The place of a property: mode 0 to write, 1 to read and write, 2 to unset in, 3 to bind a reference, 4 as it is.
        may {throw, call} gives Any:
            FetchPropW(dst: Pointer, object: ObjectPlace, name: Value; mode: Number, cache: Cache<NamedPropertyCache>);
        /// A property as a reference.
        may {throw, call} gives Any:
            FetchPropRef(dst: Out, object: ObjectPlace, name: Value; cache: Cache<NamedPropertyCache>);
        /// The place of an array in a property, else the property as a reference.
        may {throw, call} gives Any:
            LendProp(dst: Pointer, object: ObjectPlace, name: Value; cache: Cache<NamedPropertyCache>);
        /// `object->name = value`.
        may {throw, call} gives Any:
            AssignPropV(object: ObjectPlace, name: Literal, value: Value; result: Wanted, cache: Cache<StoreCache>),
            AssignPropK(object: ObjectPlace, name: Literal, value: Literal; result: Wanted, cache: Cache<StoreCache>),
            AssignPropDyn(object: ObjectPlace, name: Value, value: Value; result: Wanted, cache: Cache<NamedPropertyCache>);
        /// `object->name op= value`.
        may {throw, call} gives Any:
            AssignPropOp(
                object: ObjectPlace, name: Value, value: Value;
                result: Wanted, operator: Operator, cache: Cache<NamedPropertyCache>
            );
        /// Counts in a property: kind 0 `++$p`, 1 `--$p`, 2 `$p++`, 3 `$p--`.
        may {throw, call} gives Any:
            IncDecProp(result: Wanted, object: ObjectPlace, name: Value; kind: Number, cache: Cache<NamedPropertyCache>);
        /// `isset(object->name)`.
        may {throw, call} gives Bool: IssetProp(dst: Out, object: Object, name: Value; cache: Cache<NamedPropertyCache>);
        /// `empty(object->name)`.
        may {throw, call} gives Bool: EmptyProp(dst: Out, object: Object, name: Value; cache: Cache<NamedPropertyCache>);
        /// `unset(object->name)`.
        may {throw, call} gives Nothing: UnsetProp(object: ObjectPlace, name: Value);

        /// `class::$name`.
        may {throw, call} gives Any: FetchStatic(dst: Out, class: Class, name: Value; cache: Cache<StaticCache>, quiet: Number);
        /// The place of a static property; `wanted` says what is done with it (`StaticUse`).
        may {throw, call} gives Any:
            FetchStaticW(dst: Pointer, class: Class, name: Value; cache: Cache<StaticCache>, wanted: Number);
        /// A static property as a reference.
        may {throw, call} gives Any: FetchStaticRef(dst: Out, class: Class, name: Value);
        /// `class::$name = value`.
        may {throw, call} gives Any:
            AssignStatic(result: Wanted, class: Class, name: Value; value: Value, cache: Cache<StaticCache>);
        /// `class::$name op= value`.
        may {throw, call} gives Any:
            AssignStaticOp(result: Wanted, class: Class, name: Value; value: Value, operator: Operator, cache: Cache<StaticCache>);
        /// Counts in a static property; kinds as for a property.
        may {throw, call} gives Any:
            IncDecStatic(result: Wanted, class: Class, name: Value; kind: Number, cache: Cache<StaticCache>);
        /// `isset(class::$name)` or `empty(class::$name)`.
        may {throw, call} gives Bool: IssetStatic(dst: Out, class: Class, name: Value; empty: Number, cache: Cache<StaticCache>);
        /// `unset(class::$name)`, an error.
        may {throw, call, end} gives Nothing: UnsetStatic(class: Class, name: Value);

        /// The constant `name`, or else `fallback`.
        may {throw, call} gives Any: FetchConst(dst: Out, name: Literal, fallback: Literal; cache: Cache<ConstantCache>);
        /// `class::NAME`.
        may {throw, call} gives Any:
            FetchClassConst(dst: Out, class: Class, name: Literal; cache: Cache<ClassConstantCache>),
            FetchClassConstDyn(dst: Out, class: Class, name: Value);
        /// `object::class` (mode 0), the class of an object or name (1, with 16 quietly), the name of a class (2).
        may {throw, call} gives Any: ClassNameOf(dst: Out, value: Value, mode: Number; cache: Cache<NamedClassCache>);
        /// A class: mode 0 by name, 1 `self`, 2 `parent`, 3 `static`; 16 a missing one and 32 a missing scope is no error.
        may {throw, call} gives Any: LoadClass(dst: Out, name: MaybeLiteral, mode: Number; cache: Cache<ClassCache>);
        /// `value instanceof class`.
        may {throw, call} gives Bool: InstanceOf(dst: Out, value: Value, class: Class);
        /// `clone value`.
        may {throw, call} gives Object:
            Clone(dst: Out, value: Value),
            CloneWith(dst: Out, value: Value, properties: Value);
        /// The value of a constant expression.
        may {throw, call} gives Any: ConstExpr(dst: Out, index: ConstantExpression);
    } } };
}
