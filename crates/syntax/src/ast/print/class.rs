//! Classes and their members.

use super::Printer;
use crate::ast::{Class, ClassKind, ConstItem, FunctionBody, Member, Modifiers, Properties, PropertyHook, TraitRule, TraitUse};

const VISIBILITY: &[(Modifiers, &str)] =
    &[(Modifiers::PUBLIC, "public"), (Modifiers::PROTECTED, "protected"), (Modifiers::PRIVATE, "private")];
const SET_VISIBILITY: &[(Modifiers, &str)] = &[
    (Modifiers::PRIVATE_SET, "private(set)"),
    (Modifiers::PROTECTED_SET, "protected(set)"),
    (Modifiers::PUBLIC_SET, "public(set)"),
];

impl Printer<'_> {
    pub(super) fn visibility(&mut self, modifiers: Modifiers) {
        self.modifiers(modifiers, VISIBILITY);
        self.modifiers(modifiers, SET_VISIBILITY);
    }

    /// Visibility of a member that is public unless it says otherwise.
    fn member_visibility(&mut self, modifiers: Modifiers) {
        let public = !modifiers.intersects(Modifiers::VISIBILITY);
        self.visibility(if public { modifiers | Modifiers::PUBLIC } else { modifiers });
    }

    pub(super) fn class_declaration(&mut self, class: &Class) {
        self.attributes(&class.attributes, true);
        match class.kind {
            ClassKind::Class => {
                const NAMES: &[(Modifiers, &str)] =
                    &[(Modifiers::ABSTRACT, "abstract"), (Modifiers::FINAL, "final"), (Modifiers::READONLY, "readonly")];
                self.modifiers(class.modifiers, NAMES);
                self.text("class ");
            }
            ClassKind::Interface => self.text("interface "),
            ClassKind::Trait => self.text("trait "),
            ClassKind::Enum => self.text("enum "),
        }
        if let Some(name) = &class.name {
            self.bytes(&name.name);
        }
        self.class_body(class);
        self.text("\n\n");
    }

    /// Everything after the name.
    pub(super) fn class_body(&mut self, class: &Class) {
        if let Some(ty) = &class.backing_type {
            self.text(": ");
            self.ty(ty);
        }
        if let Some(parent) = &class.parent {
            self.text(" extends ");
            self.name(parent);
        }
        if !class.interfaces.is_empty() {
            self.text(" implements ");
            self.names(&class.interfaces, ", ");
        }
        self.text(" {\n");
        self.indent += 1;
        for member in &class.members {
            self.class_member(member);
        }
        self.indent -= 1;
        self.indentation();
        self.text("}");
    }

    fn class_member(&mut self, member: &Member) {
        self.indentation();
        match member {
            Member::Constants(constants) => {
                self.attributes(&constants.attributes, true);
                self.member_visibility(constants.modifiers);
                self.text("const ");
                if let Some(ty) = &constants.ty {
                    self.ty(ty);
                    self.text(" ");
                }
                self.const_items(&constants.items);
                self.text(";\n");
            }
            Member::Properties(properties) => self.properties(properties),
            Member::Method(method) => {
                const NAMES: &[(Modifiers, &str)] =
                    &[(Modifiers::STATIC, "static"), (Modifiers::ABSTRACT, "abstract"), (Modifiers::FINAL, "final")];
                self.attributes(&method.function.attributes, true);
                self.member_visibility(method.modifiers);
                self.modifiers(method.modifiers, NAMES);
                self.text("function ");
                self.signature(&method.function);
                self.function_block(&method.function);
                self.text("\n\n");
            }
            Member::TraitUse(uses) => self.trait_use(uses),
            Member::Case(case) => {
                self.attributes(&case.attributes, true);
                self.text("case ");
                self.bytes(&case.name.name);
                if let Some(value) = &case.value {
                    self.text(" = ");
                    self.expr(value, 0);
                }
                self.text(";\n");
            }
        }
    }

    pub(super) fn const_items(&mut self, items: &[ConstItem]) {
        self.list(items, |printer, item| {
            printer.bytes(&item.name.name);
            printer.text(" = ");
            printer.expr(&item.value, 90);
        });
    }

    fn properties(&mut self, properties: &Properties) {
        const NAMES: &[(Modifiers, &str)] = &[(Modifiers::STATIC, "static"), (Modifiers::READONLY, "readonly")];
        self.attributes(&properties.attributes, true);
        self.visibility(properties.modifiers);
        self.modifiers(properties.modifiers, NAMES);
        if let Some(ty) = &properties.ty {
            self.ty(ty);
            self.text(" ");
        }
        let mut has_hooks = false;
        self.list(&properties.items, |printer, item| {
            printer.text("$");
            printer.bytes(&item.name.name);
            if let Some(default) = &item.default {
                printer.text(" = ");
                printer.expr(default, 90);
            }
            if let Some(hooks) = &item.hooks {
                has_hooks = true;
                printer.hooks(hooks);
            }
        });
        self.text(if has_hooks { "\n" } else { ";\n" });
    }

    /// ` { ... }`
    pub(super) fn hooks(&mut self, hooks: &[PropertyHook]) {
        self.text(" {\n");
        self.indent += 1;
        for hook in hooks {
            self.hook(hook);
        }
        if hooks.is_empty() {
            self.indentation();
            self.text("\n");
        }
        self.indent -= 1;
        self.indentation();
        self.text("}");
    }

    fn hook(&mut self, hook: &PropertyHook) {
        let function = &hook.function;
        self.indentation();
        // PHP leaves out the attributes, and mistakes the by-reference flag for a visibility.
        if function.returns_ref {
            self.text("private(set) ");
        }
        self.modifiers(hook.modifiers, &[(Modifiers::FINAL, "final")]);
        if let Some(name) = &function.name {
            self.bytes(&name.name);
        }
        match &function.body {
            FunctionBody::Expr(body) => {
                self.text(" => ");
                self.expr(body, 0);
                self.text(";");
            }
            _ => self.function_block(function),
        }
        self.text("\n");
    }

    fn trait_use(&mut self, uses: &TraitUse) {
        self.text("use ");
        self.names(&uses.traits, ", ");
        if uses.rules.is_empty() {
            self.text(";\n");
            return;
        }
        self.text(" {\n");
        self.indent += 1;
        for rule in &uses.rules {
            self.indentation();
            self.trait_rule(rule);
            self.text(";\n");
        }
        self.indent -= 1;
        self.indentation();
        self.text("}\n");
    }

    fn trait_rule(&mut self, rule: &TraitRule) {
        match rule {
            TraitRule::InsteadOf { class, method, excluded } => {
                self.bytes(&class.text);
                self.text("::");
                self.bytes(&method.name);
                self.text(" insteadof ");
                self.names(excluded, ", ");
            }
            TraitRule::Alias { class, method, modifiers, alias } => {
                if let Some(class) = class {
                    self.bytes(&class.text);
                    self.text("::");
                }
                self.bytes(&method.name);
                // PHP prints no modifier other than these.
                if alias.is_some() || modifiers.intersects(Modifiers::VISIBILITY) {
                    self.text(" as");
                }
                for (modifier, name) in VISIBILITY {
                    if modifiers.contains(*modifier) {
                        self.text(" ");
                        self.text(name);
                    }
                }
                if let Some(alias) = alias {
                    self.text(" ");
                    self.bytes(&alias.name);
                }
            }
        }
    }
}
