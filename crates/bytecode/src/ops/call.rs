//! Calls: the callee into the header of a window, the arguments behind it, then the call; entry and exit of functions.

/// Rows of the opcode table; see [`crate::ops`].
#[macro_export]
macro_rules! call_rows {
    ($m:ident $rest:tt {$($rows:tt)*}) => { $crate::chain_rows! { $m $rest { $($rows)*
        /// The function `name`, or else `fallback`; which of the first arguments are values, and which results of calls.
        may {throw, call} gives Nothing:
            InitCall(call: NewWindow, name: Literal, fallback: Literal; cache: Cache<FunctionCache>, values: Number, results: Number);
        /// Jumps if a call of `name`, or else `fallback`, is one of a native function. In a request the first look decides.
        may {} gives Nothing:
            JmpNative(cache: Cache<FunctionCache>, name: Literal, fallback: Literal; _: Unused, target: Far);
        /// A callable value.
        may {throw, call} gives Nothing: InitCallDyn(call: NewWindow, callee: Value, cache: Cache<NamedFunctionCache>);
        /// The callback of `call_user_func` and its like, which `name` is for messages.
        may {throw, call} gives Nothing: InitUserCall(call: NewWindow, callee: Value, name: Literal; cache: Cache<NamedFunctionCache>);
        /// `object->name()`.
        may {throw, call} gives Nothing:
            InitMethod(call: NewWindow, object: Object, name: Literal; cache: Cache<MethodCache>, values: Number, results: Number),
            InitMethodDyn(call: NewWindow, object: Object, name: Value; cache: Cache<MethodCache>);
        /// `class::name()`; kind 1 `self`, 2 `parent`, 3 `static`.
        may {throw, call} gives Nothing:
            InitStaticCall(call: NewWindow, class: Class, name: Literal; cache: Cache<StaticCallCache>, kind: Number, values: Number),
            InitStaticCallDyn(call: NewWindow, class: Class, name: Value);
        /// `new class`: the object, and its constructor; jumps past the call where there is nothing to call.
        may {throw, call} gives Object: InitNew(call: NewWindowUnlessTaken, class: Class, object: Out; done: Near, count: Number);

        /// A variable as an argument, by reference if the parameter is one.
        may {throw, call} gives Any: SendVarEx(call: Window, index: Argument, var: Bound);
        /// The result of a call, in its place as an argument.
        may {throw, call} gives Nothing: SendFuncResult(call: Window, index: Number, value: Built);
        /// An argument for a callback, in its place.
        may {throw, call} gives Nothing: SendUser(call: Window, index: Number, value: Built);
        /// Makes the arguments of a callback out of an array.
        may {throw, call} gives Nothing: SendUserArray(args: Built, source: Value, call: Window);
        /// Refuses a value for a parameter that is a reference.
        may {throw, call} gives Nothing: CheckValArg(call: Window, index: Number);
        /// Jumps if the parameter is a reference.
        may {} gives Nothing: JmpArgByRef(index: Number; call: Window, target: Near);
        /// The same for the parameter `name`, behind so many arguments without names; a name that there is no parameter for is refused.
        may {throw, call} gives Nothing:
            CheckNamedArg(call: Window, name: Literal, value: Built; cache: Cache<CalleeCache>, positional: Number),
            JmpNamedByRef(call: Window, name: Literal, positional: Number; cache: Cache<CalleeCache>, target: Near);
        /// The result of a call for the parameter `name`, in its place as an argument.
        may {throw, call} gives Nothing:
            SendNamedResult(call: Window, name: Literal, value: Built; cache: Cache<CalleeCache>, positional: Number);
        /// Begins to collect arguments that are named or unpacked.
        may {} gives Array: ArgsInit(args: Out);
        /// The next argument.
        may {throw, call} gives Nothing: ArgsPush(args: Built, value: Value, call: Window);
        /// An argument by name.
        may {throw, call} gives Nothing: ArgsNamed(args: Built, name: Literal, value: Value; call: Window);
        /// `...$source` among arguments.
        may {throw, call} gives Nothing: ArgsSpread(args: Built, source: Spread, call: Window);
        /// Calls; the top bit of `count` keeps a returned reference.
        may {throw, call, collect} gives Any: DoCall(result: Wanted, call: Call, count: Number);
        /// Calls the native function `name`, whose arguments are in place: as many as it takes, none of them by reference.
        may {throw, call, collect} gives Any:
            CallNative(result: Wanted, arguments: Arguments, count: Number; cache: Cache<NativeCache>, name: Literal);
        /// The same of a function that changes an array in place: the first argument is where that is, or a reference.
        may {throw, call, collect} gives Any:
            CallInPlace(result: Wanted, arguments: Arguments, count: Number; cache: Cache<NativeCache>, name: Literal);
        /// Calls with arguments of which the last ones stand in the order of `names`, which say where they go.
        may {throw, call, collect} gives Any:
            CallNamed(result: Wanted, call: Call, count: Number; cache: Cache<NamedCallCache>, names: Literal);
        /// Calls with collected arguments.
        may {throw, call, collect} gives Any: CallArray(result: Wanted, call: Call, args: Value);
        /// `f(...)`.
        may {throw, call} gives Object: CallableClosure(dst: Out, call: Call);

        /// A parameter that must be given; `ty` counts from 1.
        may {throw, call} gives Received: Recv(param: Var, ty: MaybeType, check: Check);
        /// The default of a parameter that was not given: a constant expression, or a literal behind which `index` words follow.
        may {throw, call} gives Any: RecvInit(param: Var, index: Default, literal: LiteralFromOne);
        /// The type of a parameter with a default.
        may {throw, call} gives Received: CheckParam(param: Var, ty: MaybeType, check: Check);
        /// The remaining arguments.
        may {throw, call} gives Any: RecvVariadic(param: Var, ty: MaybeType);
        /// The type of a result.
        may {throw, call} gives Returned: VerifyReturn(value: Checked, ty: Type, check: Check);
        /// The same together with the `Return` behind it, which stays for jumps to it.
        may {throw, call} gives Returned: VerifyAndReturn(value: Checked, ty: Type, check: Check);
        /// A result is missing.
        may {throw, call, end} gives Nothing: VerifyNone(_: Unused, ty: Type);
        /// A function that never returns does.
        may {throw, call, end} gives Nothing: VerifyNever();
        /// `return value`.
        may {throw, call, collect, end} gives Nothing:
            Return(value: Value),
            ReturnK(value: Literal);
        /// `return value` of a function that returns references.
        may {throw, call, collect, end} gives Nothing: ReturnRef(value: Value, _: Unused, mode: Number);

        /// Makes the generator and returns it; what follows runs when it is resumed.
        may {throw, call} gives Nothing: GenCreate();
        /// `yield key => value`; 0 is none of them.
        may {throw, call, collect} gives Any:
            Yield(dst: Wanted, value: MaybeValue, key: MaybeValue),
            YieldRef(dst: Wanted, value: MaybeValue, key: MaybeValue);
        /// `yield from source`.
        may {throw, call, collect} gives Any: YieldFrom(dst: Out, source: Value);
        /// The end of a generator.
        may {throw, call, end} gives Nothing: GenReturn(value: Value);
    } } };
}
