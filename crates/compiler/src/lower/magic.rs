//! Signatures of magic methods.

use super::Lower;
use crate::error::Result;
use phant_bytecode::{Code, TypeMask};

/// What a magic method must look like.
struct Shape {
    /// How many parameters it takes; `None`: any number.
    args: Option<usize>,
    /// Whether it is static.
    is_static: bool,
    /// Whether a warning says that it should be public.
    public: bool,
    /// Types of parameters, if they are declared.
    params: &'static [TypeMask],
    /// Return type, if it is declared.
    returns: Returns,
}

enum Returns {
    Anything,
    Undeclared,
    Only(TypeMask),
}

const METHOD: Shape = Shape { args: None, is_static: false, public: true, params: &[], returns: Returns::Anything };
const VOID: Returns = Returns::Only(TypeMask::VOID);
const ARRAY: Returns = Returns::Only(TypeMask::ARRAY);

fn shape_of(lower: &[u8]) -> Option<Shape> {
    const STRING: &[TypeMask] = &[TypeMask::STRING];
    const CALL: &[TypeMask] = &[TypeMask::STRING, TypeMask::ARRAY];
    Some(match lower {
        b"__construct" => Shape { public: false, returns: Returns::Undeclared, ..METHOD },
        b"__destruct" => Shape { args: Some(0), public: false, returns: Returns::Undeclared, ..METHOD },
        b"__clone" => Shape { args: Some(0), public: false, returns: VOID, ..METHOD },
        b"__get" => Shape { args: Some(1), params: STRING, ..METHOD },
        b"__set" => Shape { args: Some(2), params: STRING, returns: VOID, ..METHOD },
        b"__unset" => Shape { args: Some(1), params: STRING, returns: VOID, ..METHOD },
        b"__isset" => Shape { args: Some(1), params: STRING, returns: Returns::Only(TypeMask::BOOL), ..METHOD },
        b"__call" => Shape { args: Some(2), params: CALL, ..METHOD },
        b"__callstatic" => Shape { args: Some(2), is_static: true, params: CALL, ..METHOD },
        b"__tostring" => Shape { args: Some(0), returns: Returns::Only(TypeMask::STRING), ..METHOD },
        b"__debuginfo" => Shape { args: Some(0), returns: Returns::Only(TypeMask::ARRAY.union(TypeMask::NULL)), ..METHOD },
        b"__serialize" => Shape { args: Some(0), returns: ARRAY, ..METHOD },
        b"__unserialize" => Shape { args: Some(1), params: &[TypeMask::ARRAY], returns: VOID, ..METHOD },
        b"__set_state" => Shape {
            args: Some(1),
            is_static: true,
            params: &[TypeMask::ARRAY],
            returns: Returns::Only(TypeMask::OBJECT),
            ..METHOD
        },
        b"__invoke" => METHOD,
        b"__sleep" => Shape { args: Some(0), returns: ARRAY, ..METHOD },
        b"__wakeup" => Shape { args: Some(0), returns: VOID, ..METHOD },
        _ => return None,
    })
}

impl Lower<'_> {
    /// Checks a method if it is magic.
    pub(super) fn check_magic(&mut self, class: &str, name: &str, lower: &[u8], code: &Code, line: u32) -> Result<()> {
        let Some(shape) = shape_of(lower) else { return Ok(()) };
        let method = format!("{class}::{name}()");
        if let Some(wanted) = shape.args {
            self.check_args(&method, wanted, code, line)?;
        }
        match (shape.is_static, code.modifiers & 16 != 0) {
            (false, true) => return self.fail(line, format!("Method {method} cannot be static")),
            (true, false) => return self.fail(line, format!("Method {method} must be static")),
            _ => {}
        }
        if shape.public && code.modifiers & 1 == 0 {
            self.report(2, line, format!("The magic method {method} must have public visibility"));
        }
        for (i, wanted) in shape.params.iter().enumerate() {
            let Some(param) = code.params.get(i) else { continue };
            if param.ty.as_ref().is_some_and(|ty| !ty.mask.contains(*wanted)) {
                let wanted = phant_bytecode::TypeDecl::of(*wanted).display();
                let text = format!("{method}: Parameter #{} (${}) must be of type {wanted} when declared", i + 1, param.name);
                return self.fail(line, text);
            }
        }
        let Some(returns) = &code.returns else { return Ok(()) };
        match shape.returns {
            Returns::Anything => {}
            Returns::Undeclared => return self.fail(line, format!("Method {method} cannot declare a return type")),
            Returns::Only(_) if returns.mask.contains(TypeMask::NEVER) => {}
            Returns::Only(wanted) => {
                let extra = returns.mask.without(wanted).without(TypeMask::STATIC);
                let complex = !returns.groups().is_empty() || returns.mask.contains(TypeMask::STATIC);
                if extra != TypeMask::NONE || complex && wanted != TypeMask::OBJECT {
                    let wanted = phant_bytecode::TypeDecl::of(wanted).display();
                    return self.fail(line, format!("{method}: Return type must be {wanted} when declared"));
                }
            }
        }
        Ok(())
    }

    fn check_args(&mut self, method: &str, wanted: usize, code: &Code, line: u32) -> Result<()> {
        if code.params.len() != wanted || code.params.last().is_some_and(|p| p.variadic) {
            let text = match wanted {
                0 => format!("Method {method} cannot take arguments"),
                1 => format!("Method {method} must take exactly 1 argument"),
                n => format!("Method {method} must take exactly {n} arguments"),
            };
            return self.fail(line, text);
        }
        if code.params.iter().any(|p| p.by_ref) {
            return self.fail(line, format!("Method {method} cannot take arguments by reference"));
        }
        Ok(())
    }
}
