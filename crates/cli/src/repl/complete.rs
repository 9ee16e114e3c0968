//! What the shell offers for a word: variables, settings, functions, classes, constants, keywords.

use phant_ext_readline::edit::Word;
use phant_native::{class::class_flags, descriptor::modifiers, registry};
use phant_vm::Vm;

const KEYWORDS: &[&str] = &[
    "abstract",
    "and",
    "array",
    "as",
    "break",
    "callable",
    "case",
    "catch",
    "class",
    "clone",
    "const",
    "continue",
    "declare",
    "default",
    "do",
    "echo",
    "else",
    "elseif",
    "empty",
    "enddeclare",
    "endfor",
    "endforeach",
    "endif",
    "endswitch",
    "endwhile",
    "enum",
    "exit",
    "extends",
    "final",
    "finally",
    "fn",
    "for",
    "foreach",
    "function",
    "global",
    "goto",
    "if",
    "implements",
    "include",
    "include_once",
    "instanceof",
    "insteadof",
    "interface",
    "isset",
    "list",
    "match",
    "namespace",
    "new",
    "or",
    "print",
    "private",
    "protected",
    "public",
    "readonly",
    "require",
    "require_once",
    "return",
    "static",
    "switch",
    "throw",
    "trait",
    "try",
    "unset",
    "use",
    "var",
    "while",
    "xor",
    "yield",
];

/// All completions of a word.
pub fn offers(vm: &Vm, word: &Word<'_>) -> Vec<String> {
    let text = word.text;
    if text.is_empty() {
        return Vec::new();
    }
    if let Some(name) = text.strip_prefix('$') {
        return variables(vm, name);
    }
    if let Some(name) = text.strip_prefix('#') {
        let settings = registry::get().settings.values().map(|s| s.item.name).filter(|known| known.starts_with(name));
        return settings.map(|known| format!("#{known}=")).collect();
    }
    if let Some((class, member)) = text.split_once("::") {
        return members(vm, class, member);
    }
    let mut out = Vec::new();
    let lower = text.to_lowercase();
    let starts = |name: &str| name.len() >= lower.len() && name.to_lowercase().starts_with(&lower);
    let host = vm.ctx.host;
    let (native, user) = host.defined_functions(&vm.ctx);
    for (_, name) in native.iter().chain(user.iter()) {
        if let Some(name) = name.as_str().filter(|name| starts(&name.to_text())) {
            out.push(format!("{name}("));
        }
    }
    for (name, _, _) in host.defined_constants(&vm.ctx) {
        if name.to_text().starts_with(text) {
            out.push(name.to_text().into_owned());
        }
    }
    let classes = vm.class_order.borrow();
    let declared = classes.iter().map(|(_, class)| class.name.to_text().into_owned());
    let built_in = registry::get().parts.iter().flat_map(|part| part.classes).map(|class| class.name.to_owned());
    out.extend(built_in.chain(declared).filter(|name| starts(name) && !name.contains('\0')));
    out.extend(KEYWORDS.iter().filter(|word| starts(word)).map(|word| (*word).to_owned()));
    out
}

fn variables(vm: &Vm, name: &str) -> Vec<String> {
    let globals = vm.globals.borrow();
    let known = globals.iter().map(|(key, _)| key.to_str().to_text().into_owned());
    known.filter(|known| known.starts_with(name)).map(|known| format!("${known}")).collect()
}

/// Constants, static properties and static methods of a class.
fn members(vm: &Vm, class: &str, member: &str) -> Vec<String> {
    let Some(found) = vm.lookup_class_quiet(class.as_bytes()) else { return Vec::new() };
    debug_assert!(found.has_flag(class_flags::LINKED));
    let visible = |modifiers: u32| modifiers & (modifiers::PRIVATE | modifiers::PROTECTED) == 0;
    let mut out = Vec::new();
    for (name, constant) in found.constants.iter() {
        if visible(constant.modifiers) && name.to_text().starts_with(member) {
            out.push(format!("{class}::{name}"));
        }
    }
    for (name, property) in found.properties.iter() {
        let name = format!("${name}");
        if property.is_static() && visible(property.modifiers) && name.starts_with(member) {
            out.push(format!("{class}::{name}"));
        }
    }
    for method in found.methods.values() {
        let name = method.name.to_text();
        if method.is_static() && visible(method.modifiers) && name.to_lowercase().starts_with(&member.to_lowercase()) {
            out.push(format!("{class}::{name}("));
        }
    }
    out
}
