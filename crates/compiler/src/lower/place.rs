//! Places: variables, elements and properties that can be written, referenced, tested and unset.
//!
//! As in PHP, everything inside a place (offsets, objects, names) is evaluated first; the fetches that lead to the
//! place are emitted right before the instruction that uses it, so nothing can run in between and pointers into
//! arrays stay valid.

use super::{Lower, constant::names_special};
use crate::{builder::Operand, error::Result};
use phant_bytecode::{LiveKind, Op};
use phant_memory::Value;
use phant_syntax::ast::*;

/// A place whose inner expressions have been evaluated.
#[derive(Debug)]
pub(crate) enum Place {
    /// A compiled variable.
    Var(u16),
    /// `$this`
    This,
    /// A variable by computed name.
    VarDyn(Operand),
    /// A global variable by its name.
    Global(Operand),
    /// `$GLOBALS`
    Globals,
    /// An element; without offset the next one. The line, here and below, is where what it is made of ends.
    Dim(Box<Place>, Option<Operand>, u32),
    /// A property.
    Prop(Box<Place>, Operand, u32),
    /// A static property: class pointer, or the class's name, and name.
    Static(Operand, Operand, u32),
    /// Not a place: the value of any other expression.
    Value(Operand),
}

/// What a fetch is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Writing: missing elements are made.
    Write,
    /// Reading and writing: missing elements warn and are made.
    ReadWrite,
    /// Unsetting inside: missing elements are not made.
    Unset,
}

impl Lower<'_> {
    /// Evaluates what is inside a place.
    pub fn place(&mut self, e: &Expr) -> Result<Place> {
        self.line(e.line);
        Ok(match &e.kind {
            ExprKind::Variable(name) => {
                if self.uses_this(e) {
                    return Ok(Place::This);
                }
                if *name == "GLOBALS" {
                    return Ok(Place::Globals);
                }
                if is_superglobal(name) {
                    let name = Operand::Const(Value::from(self.str(name)));
                    return Ok(Place::Global(name));
                }
                Place::Var(self.b().var(name))
            }
            ExprKind::VariableVariable(name) => {
                let name = self.expr(name)?;
                match &name {
                    Operand::Const(v) if v.as_str().is_some_and(|s| s.as_bytes() == b"this") => Place::This,
                    _ => Place::VarDyn(name),
                }
            }
            ExprKind::Index(base, index) => {
                let base = self.place(base)?;
                let index = match index {
                    Some(i) => Some(self.expr(i)?),
                    None => None,
                };
                match (base, index) {
                    (Place::Globals, Some(name)) => Place::Global(name),
                    (Place::Globals, None) => return self.fail(e.line, "Cannot append to $GLOBALS"),
                    (base, index) => Place::Dim(Box::new(base), index, self.b().line),
                }
            }
            ExprKind::Property(p) => {
                if p.nullsafe {
                    return self.fail(e.line, "Can't use nullsafe operator in write context");
                }
                let object = match self.place(&p.object)? {
                    Place::This if !self.has_this() => {
                        let mark = self.b().mark();
                        Place::Value(self.read_place(Place::This, mark, false))
                    }
                    other => other,
                };
                let name = self.member_name(&p.name)?;
                Place::Prop(Box::new(object), name, self.b().line)
            }
            ExprKind::StaticProperty(p) => {
                // A class by name is looked up when the place is fetched.
                let class = match &p.class {
                    ClassRef::Name(name) if names_special(name).is_none() => {
                        let full = self.names.class(name);
                        Operand::Const(Value::from(self.str(&full)))
                    }
                    other => self.class_in_chain(other)?,
                };
                let name = self.member_name(&p.name)?;
                Place::Static(class, name, self.b().line)
            }
            // What a function returns by reference is written to.
            _ if e.is_call() => Place::Value(self.call_for_ref(e)?),
            _ => Place::Value(self.expr(e)?),
        })
    }
    /// Whether an expression is `$this`, which makes the function one that uses it.
    pub fn uses_this(&mut self, e: &Expr) -> bool {
        let this = e.is_this();
        if this {
            self.b().flags |= phant_bytecode::code_flags::USES_THIS;
        }
        this
    }
    /// Whether there is `$this` for sure: elsewhere PHP asks for it before it evaluates anything that is stored there.
    fn has_this(&self) -> bool {
        self.class.is_some() && self.fns.last().is_some_and(|f| !f.is_static)
    }
    /// The name of a member as an operand.
    pub fn member_name(&mut self, name: &MemberName) -> Result<Operand> {
        match name {
            MemberName::Ident(i) => {
                self.line(i.line);
                Ok(Operand::Const(Value::from(self.str(&i.name))))
            }
            MemberName::Expr(e) => match self.expr(e)? {
                // A constant is converted when it is compiled.
                Operand::Const(v) if v.is_array() => {
                    self.report(2, e.line, "Array to string conversion");
                    Ok(Operand::Const(Value::from(self.str(b"Array"))))
                }
                Operand::Const(v) => Ok(Operand::Const(match crate::fold::text(&v) {
                    Some(text) => Value::from(self.str(&text)),
                    None => v,
                })),
                other => Ok(other),
            },
        }
    }
    /// The slot with the class pointer of a static property's place.
    pub fn class_slot(&mut self, class: &Operand) -> u16 {
        let Operand::Const(name) = class else { return self.b().slot(class) };
        let b = self.b();
        let name = b.literal(name);
        let t = b.temp();
        let cache = b.cache(Op::LoadClass);
        b.emit(Op::LoadClass, t, name, 0);
        b.ext(cache, 0, 0);
        t
    }
    /// A class as an operand: a temporary with the class pointer.
    pub fn class_operand(&mut self, class: &ClassRef) -> Result<Operand> {
        self.class_operand_mode(class, 0)
    }
    /// The class of a static property or method, which a `?->` in it leaves together with what it is a link of.
    pub fn class_in_chain(&mut self, class: &ClassRef) -> Result<Operand> {
        match class {
            ClassRef::Expr(e) if !self.f().chains.is_empty() && super::assign::chain_has_nullsafe(e) => {
                let mark = self.b().mark();
                let value = self.chain_base(e, false)?;
                Ok(self.class_named_by(&value, mark, 0))
            }
            class => self.class_operand(class),
        }
    }
    /// The same; `flags` 16 makes a missing class no error (`instanceof`).
    pub fn class_operand_mode(&mut self, class: &ClassRef, flags: u16) -> Result<Operand> {
        let (literal, mode) = match class {
            ClassRef::Name(name) => match names_special(name) {
                None => {
                    let full = self.names.class(name);
                    (self.b().string(&full), 0)
                }
                Some(special) => {
                    // Constant expressions may be evaluated for another class, but for `::class`.
                    if !self.f().is_const_expr || flags & 64 != 0 {
                        self.check_special_class(special, name.line)?;
                    }
                    (
                        0,
                        match special {
                            SpecialClass::SelfClass => 1,
                            SpecialClass::Parent => 2,
                            SpecialClass::Static => 3,
                        },
                    )
                }
            },
            ClassRef::Expr(e) => {
                if self.names_no_class(e) {
                    return self.fail(e.line, "Illegal class name");
                }
                let mark = self.b().mark();
                let value = self.expr(e)?;
                return Ok(self.class_named_by(&value, mark, flags));
            }
        };
        let b = self.b();
        let t = b.temp();
        let cache = b.cache(Op::LoadClass);
        b.emit(Op::LoadClass, t, literal, mode | flags);
        b.ext(cache, 0, 0);
        Ok(Operand::Temp(t))
    }
    /// Whether the value of an expression in the place of a class is known, and no string.
    pub fn names_no_class(&mut self, e: &Expr) -> bool {
        self.try_const(e).is_some_and(|v| !v.is_str())
    }
    /// The class that a value names.
    fn class_named_by(&mut self, value: &Operand, mark: u16, flags: u16) -> Operand {
        let slot = self.b().slot(value);
        let cache = self.b().cache(Op::ClassNameOf);
        let at = self.b().emit(Op::ClassNameOf, 0, slot, 1 | flags);
        self.b().ext(cache, 0, 0);
        self.b().consumed(&Operand::Temp(slot));
        self.b().release_to(mark);
        let t = self.b().temp();
        self.b().set_a(at, t);
        Operand::Temp(t)
    }
    /// `self`, `parent` and `static` need a class around them.
    pub fn check_special_class(&mut self, special: SpecialClass, line: u32) -> Result<()> {
        let word = match special {
            SpecialClass::SelfClass => "self",
            SpecialClass::Parent => "parent",
            SpecialClass::Static => "static",
        };
        match &self.class {
            None => {
                let in_closure = self.fns.iter().any(|f| f.b.flags & phant_bytecode::code_flags::CLOSURE != 0);
                let main = self.fns.iter().all(|f| f.is_main || f.is_const_expr);
                if !in_closure && !main {
                    return self.fail(line, format!("Cannot use \"{word}\" when no class scope is active"));
                }
            }
            Some(c) => {
                // Constant expressions say so when they are evaluated, closures when they run: they can get another class.
                if special == SpecialClass::Parent
                    && c.parent.is_none()
                    && !c.is_trait
                    && !self.fns.last().is_some_and(|f| f.is_const_expr || f.b.flags & phant_bytecode::code_flags::CLOSURE != 0)
                {
                    return self.fail(line, "Cannot use \"parent\" when current class scope has no parent");
                }
            }
        }
        Ok(())
    }

    /// Reads the value at a place.
    pub fn read_place(&mut self, place: Place, mark: u16, quiet: bool) -> Operand {
        match place {
            Place::Var(v) => Operand::Var(v),
            // Without an object it is an error even to ask for it quietly.
            Place::This => {
                let b = self.b();
                b.release_to(mark);
                let t = b.temp();
                b.emit(Op::LoadThis, t, 0, 0);
                b.define(t);
                Operand::Temp(t)
            }
            Place::Globals => {
                let b = self.b();
                b.release_to(mark);
                let t = b.temp();
                b.emit(Op::FetchGlobals, t, 0, 0);
                b.define(t);
                Operand::Temp(t)
            }
            Place::VarDyn(name) => self.read_by_name(&name, mark, quiet),
            Place::Global(name) => self.read_global(&name, mark, quiet),
            Place::Dim(base, index, line) => {
                let base_mark = self.b().mark();
                let base = self.read_place(*base, base_mark, quiet);
                self.line(line);
                let Some(index) = index else {
                    // `$a[]` in a read: reported when it is compiled, by the caller.
                    return base;
                };
                self.fetch_dim(mark, base, index, quiet)
            }
            Place::Prop(object, name, line) => {
                let object_mark = self.b().mark();
                let object = match *object {
                    Place::This => None,
                    other => Some(self.read_place(other, object_mark, quiet)),
                };
                self.line(line);
                self.fetch_prop(mark, object, name, quiet)
            }
            Place::Static(class, name, line) => {
                self.line(line);
                self.fetch_static(mark, class, name, quiet)
            }
            Place::Value(v) => v,
        }
    }
    /// Reads a variable by its name.
    fn read_by_name(&mut self, name: &Operand, mark: u16, quiet: bool) -> Operand {
        let slot = self.b().slot(name);
        let at = self.b().emit(Op::FetchVarDyn, 0, slot, u16::from(quiet));
        self.b().consumed(&Operand::Temp(slot));
        self.read_into(at, mark)
    }
    /// Reads a global variable: `$GLOBALS['x']`, `$_GET`.
    pub fn read_global(&mut self, name: &Operand, mark: u16, quiet: bool) -> Operand {
        let at = self.fetch_global(name, u16::from(quiet));
        self.read_into(at, mark)
    }
    /// Fetches the place of a global variable into a new temporary.
    pub fn fetch_global_place(&mut self, name: &Operand, mode: u16) -> u16 {
        let at = self.fetch_global(name, mode);
        let t = self.b().temp();
        self.b().set_a(at, t);
        t
    }
    /// Fetches a global variable or its place; where to is set by the caller.
    fn fetch_global(&mut self, name: &Operand, mode: u16) -> usize {
        if let Operand::Const(name) = name
            && name.as_str().is_some()
        {
            let k = self.b().literal(name);
            return self.b().emit(Op::FetchGlobalK, 0, k, mode);
        }
        let slot = self.b().slot(name);
        let at = self.b().emit(Op::FetchGlobal, 0, slot, mode);
        self.b().consumed(&Operand::Temp(slot));
        at
    }
    /// The temporary at `mark` takes what the instruction at `at` reads.
    fn read_into(&mut self, at: usize, mark: u16) -> Operand {
        let b = self.b();
        b.release_to(mark);
        let t = b.temp();
        b.set_a(at, t);
        b.define(t);
        Operand::Temp(t)
    }
    pub fn fetch_dim(&mut self, mark: u16, base: Operand, index: Operand, quiet: bool) -> Operand {
        match (&index, quiet) {
            (Operand::Const(k), _) => {
                let k = self.b().literal(k);
                let slot = self.b().slot(&base);
                let name = self.b().literals_at(k).as_str().is_some_and(|s| phant_numeric::array_key(&s).is_none());
                let op = match (quiet, name) {
                    (true, _) => Op::FetchDimQuietVK,
                    (false, true) => Op::FetchDimName,
                    (false, false) => Op::FetchDimVK,
                };
                let b = self.b();
                let at = b.emit(op, 0, slot, k);
                b.consumed(&Operand::Temp(slot));
                b.release_to(mark);
                let t = b.temp();
                b.set_a(at, t);
                b.define(t);
                Operand::Temp(t)
            }
            _ => self.emit_result(mark, if quiet { Op::FetchDimQuietVV } else { Op::FetchDimVV }, &base, Some(&index)),
        }
    }
    /// `object: None` is `$this`.
    pub fn fetch_prop(&mut self, mark: u16, object: Option<Operand>, name: Operand, quiet: bool) -> Operand {
        let object_slot = match &object {
            Some(o) => self.b().slot(o),
            None => 0,
        };
        match &name {
            Operand::Const(v) if v.as_str().is_some() => {
                let b = self.b();
                let k = b.literal(v);
                let op = if quiet { Op::FetchPropQuiet } else { Op::FetchProp };
                let cache = b.cache(op);
                let at = b.emit(op, 0, object_slot, k);
                b.ext(cache, 0, 0);
                b.consumed(&Operand::Temp(object_slot));
                b.release_to(mark);
                let t = b.temp();
                b.set_a(at, t);
                b.define(t);
                Operand::Temp(t)
            }
            _ => {
                let n = self.b().slot(&name);
                let b = self.b();
                let op = if quiet { Op::FetchPropQuietDyn } else { Op::FetchPropDyn };
                let cache = b.cache(op);
                let at = b.emit(op, 0, object_slot, n);
                b.ext(cache, 0, 0);
                b.consumed(&Operand::Temp(object_slot));
                b.consumed(&Operand::Temp(n));
                b.release_to(mark);
                let t = b.temp();
                b.set_a(at, t);
                b.define(t);
                Operand::Temp(t)
            }
        }
    }
    fn fetch_static(&mut self, mark: u16, class: Operand, name: Operand, quiet: bool) -> Operand {
        let c = self.class_slot(&class);
        let n = self.b().slot(&name);
        let b = self.b();
        let cache = b.cache(Op::FetchStatic);
        let at = b.emit(Op::FetchStatic, 0, c, n);
        b.ext(cache, u16::from(quiet), 0);
        b.consumed(&Operand::Temp(n));
        b.release_to(mark);
        let t = b.temp();
        b.set_a(at, t);
        b.define(t);
        Operand::Temp(t)
    }

    /// The slot through which a place can be written: a variable's slot, or a temporary with a pointer to the place
    /// (or a value, where the place is overloaded).
    pub fn fetch_write(&mut self, place: Place, mode: Mode) -> Result<u16> {
        let slot = match place {
            Place::Var(v) => return Ok(v),
            Place::This => {
                let t = self.b().temp();
                self.b().emit(Op::LoadThis, t, 0, 0);
                self.b().define(t);
                t
            }
            Place::Globals => {
                let t = self.b().temp();
                self.b().emit(Op::FetchGlobals, t, 0, 0);
                self.b().define(t);
                t
            }
            Place::VarDyn(name) => {
                let n = self.b().slot(&name);
                let t = self.b().temp();
                self.b().emit(Op::FetchVarDyn, t, n, by_name(mode));
                self.b().consumed(&Operand::Temp(n));
                t
            }
            // The place of a global variable is no temporary to be defined.
            Place::Global(name) => {
                return Ok(self.fetch_global_place(&name, by_name(mode)));
            }
            Place::Dim(base, index, line) => self.fetch_dim_write(*base, index, mode, line)?,
            Place::Prop(object, name, line) => {
                let o = self.object_slot(*object, mode)?;
                self.line(line);
                let n = self.b().slot(&name);
                let t = self.b().temp();
                self.b().emit(Op::FetchPropW, t, o, n);
                let kind = match mode {
                    Mode::Write => 0,
                    Mode::ReadWrite => 1,
                    Mode::Unset => 2,
                };
                let cache = self.b().cache(Op::FetchPropW);
                self.b().ext(kind, cache, 0);
                self.b().used(o);
                self.b().consumed(&Operand::Temp(n));
                t
            }
            Place::Static(class, name, line) => {
                self.line(line);
                let c = self.class_slot(&class);
                let n = self.b().slot(&name);
                let t = self.b().temp();
                self.b().emit(Op::FetchStaticW, t, c, n);
                let wanted = match mode {
                    Mode::Write => 0,
                    Mode::ReadWrite => 2,
                    Mode::Unset => 3,
                };
                let cache = self.b().cache(Op::FetchStaticW);
                self.b().ext(cache, wanted, 0);
                self.b().consumed(&Operand::Temp(n));
                t
            }
            Place::Value(v) => return Ok(self.b().slot(&v)),
        };
        self.b().define_as(slot, LiveKind::Value);
        Ok(slot)
    }
    /// The place of an element.
    fn fetch_dim_write(&mut self, base: Place, index: Option<Operand>, mode: Mode, line: u32) -> Result<u16> {
        let inner = match base {
            Place::Value(v) => self.b().slot(&v),
            base => self.fetch_write(base, mode)?,
        };
        self.line(line);
        let t = self.b().temp();
        match index {
            None => {
                self.b().emit(Op::FetchDimWN, t, inner, 0);
            }
            Some(index) => {
                let (op, i) = match (&index, mode) {
                    (Operand::Const(k), Mode::Write) => (Op::FetchDimWK, self.b().literal(k)),
                    _ => {
                        let op = match mode {
                            Mode::Write => Op::FetchDimW,
                            Mode::ReadWrite => Op::FetchDimRW,
                            Mode::Unset => Op::FetchDimUnset,
                        };
                        (op, self.b().slot(&index))
                    }
                };
                self.b().emit(op, t, inner, i);
                if op != Op::FetchDimWK {
                    self.b().consumed(&Operand::Temp(i));
                }
            }
        }
        self.b().used(inner);
        Ok(t)
    }
    /// The slot of the object whose property is to be written; 0 is `$this`.
    pub fn object_slot(&mut self, object: Place, mode: Mode) -> Result<u16> {
        match object {
            Place::This => Ok(0),
            Place::Value(v) => Ok(self.b().slot(&v)),
            Place::Prop(..) if mode == Mode::Write => {
                let t = self.fetch_write(object, mode)?;
                // What is written is a property of what it holds: no array comes into being.
                let last = self.b().here() - 1;
                self.b().set_a(last, 4);
                Ok(t)
            }
            Place::Static(..) if mode != Mode::Unset => {
                let t = self.fetch_write(object, mode)?;
                let last = self.b().here() - 1;
                self.b().set_b(last, if mode == Mode::Write { 4 } else { 5 });
                Ok(t)
            }
            other => self.fetch_write(other, mode),
        }
    }
    /// The place of an array in a variable or a property of one, into a temporary; a reference where it is none.
    pub fn lend(&mut self, place: Place, into: u16) -> Result<()> {
        match place {
            Place::Prop(object, name, line) => {
                let o = self.object_slot(*object, Mode::Write)?;
                self.line(line);
                let n = self.b().slot(&name);
                self.b().emit(Op::LendProp, into, o, n);
                let cache = self.b().cache(Op::LendProp);
                self.b().ext(cache, 0, 0);
                self.b().consumed(&Operand::Temp(n));
            }
            place => {
                let v = self.fetch_write(place, Mode::Write)?;
                self.b().emit(Op::LendVar, into, v, 0);
            }
        }
        self.b().define(into);
        Ok(())
    }
    /// A reference to a place, as a value in a temporary.
    pub fn fetch_ref(&mut self, place: Place, mark: u16) -> Result<Operand> {
        let at = match place {
            Place::Var(v) => self.b().emit(Op::MakeRef, 0, v, 0),
            Place::This => {
                // `$this` itself never becomes a reference: a copy of it does.
                let copy = self.b().hidden_var();
                let t = self.b().temp();
                self.b().emit(Op::LoadThis, t, 0, 0);
                self.b().define(t);
                self.b().emit(Op::AssignV, copy, t, 0);
                self.b().used(t);
                let at = self.b().emit(Op::MakeRef, 0, copy, 0);
                self.b().release_to(mark);
                let t = self.b().temp();
                self.b().set_a(at, t);
                self.b().define(t);
                self.b().drop_hidden(copy);
                return Ok(Operand::Temp(t));
            }
            Place::Prop(object, name, line) => {
                let o = self.object_slot(*object, Mode::Write)?;
                self.line(line);
                let n = self.b().slot(&name);
                let at = self.b().emit(Op::FetchPropRef, 0, o, n);
                let cache = self.b().cache(Op::FetchPropRef);
                self.b().ext(cache, 0, 0);
                self.b().used(o);
                self.b().consumed(&Operand::Temp(n));
                at
            }
            Place::Static(class, name, line) => {
                self.line(line);
                let c = self.class_slot(&class);
                let n = self.b().slot(&name);
                let at = self.b().emit(Op::FetchStaticRef, 0, c, n);
                self.b().consumed(&Operand::Temp(n));
                at
            }
            other => {
                let p = self.fetch_write(other, Mode::Write)?;
                let at = self.b().emit(Op::RefPtr, 0, p, 0);
                self.b().used(p);
                at
            }
        };
        let b = self.b();
        b.release_to(mark);
        let t = b.temp();
        b.set_a(at, t);
        b.define(t);
        Ok(Operand::Temp(t))
    }
}

/// String offsets that are decimal integers are integers.
pub(crate) fn normalise_offset(index: Operand) -> Operand {
    if let Operand::Const(v) = &index
        && let Some(s) = v.as_str()
        && let Some(i) = phant_numeric::array_key(&s)
    {
        return Operand::Const(Value::int(i));
    }
    index
}

/// The mode of an instruction that fetches the place of a variable by its name.
fn by_name(mode: Mode) -> u16 {
    match mode {
        Mode::Write => 2,
        Mode::ReadWrite => 3,
        Mode::Unset => 4,
    }
}
/// `$GLOBALS` itself
pub(crate) fn is_globals(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Variable(n) if *n == "GLOBALS")
}

/// Whether a variable of that name is global everywhere.
pub(crate) fn is_superglobal(name: &[u8]) -> bool {
    matches!(name, b"_GET" | b"_POST" | b"_COOKIE" | b"_FILES" | b"_SERVER" | b"_ENV" | b"_REQUEST" | b"_SESSION")
}
