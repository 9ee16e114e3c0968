//! Evaluation.

use super::{
    Axis, Expression, Fault, Host, Id, Item, Operation, Operator, Start, Step, Test, function, number,
    step::{self, resolve},
};
use crate::tree::{Forest, Kind, Node};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nodes in document order, each once.
    Nodes(Vec<Item>),
    /// A truth value.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text, in UTF-8.
    Text(Vec<u8>),
}

/// The text of an item.
pub(super) fn text_of(forest: &Forest, item: Item) -> Vec<u8> {
    match item.namespace.is_some() {
        true => forest.namespace_uri(item.namespace).unwrap_or_default().as_bytes().to_vec(),
        false => forest.text(item.node).as_bytes().to_vec(),
    }
}

impl Value {
    /// As a truth value.
    pub fn to_bool(&self) -> bool {
        match self {
            Value::Nodes(items) => !items.is_empty(),
            Value::Bool(value) => *value,
            Value::Number(value) => *value != 0.0 && !value.is_nan(),
            Value::Text(text) => !text.is_empty(),
        }
    }
    /// As a text: that of the first node.
    pub fn to_text(&self, forest: &Forest) -> Vec<u8> {
        match self {
            Value::Nodes(items) => items.first().map(|&item| text_of(forest, item)).unwrap_or_default(),
            Value::Bool(value) => {
                if *value {
                    b"true".to_vec()
                } else {
                    b"false".to_vec()
                }
            }
            Value::Number(value) => number::format(*value).into_bytes(),
            Value::Text(text) => text.clone(),
        }
    }
    /// As a number.
    pub fn to_number(&self, forest: &Forest) -> f64 {
        match self {
            Value::Number(value) => *value,
            Value::Bool(value) => f64::from(u8::from(*value)),
            _ => number::parse(&self.to_text(forest)),
        }
    }
}

/// Where an expression is looked at. Outside of predicates there is no position, which is 0.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub item: Item,
    pub position: usize,
    pub size: usize,
}

/// The value of an expression at a node.
pub fn evaluate(expression: &Expression, node: Node, host: &mut dyn Host) -> Result<Value, Fault> {
    let mut evaluator = Evaluator { expression, host };
    evaluator.value(expression.top, Context { item: node.into(), position: 0, size: 0 })
}

pub(super) struct Evaluator<'e, 'h> {
    expression: &'e Expression,
    pub host: &'h mut dyn Host,
}

impl Evaluator<'_, '_> {
    fn value(&mut self, id: Id, context: Context) -> Result<Value, Fault> {
        if self.host.should_end() {
            return Err(Fault::ENDED);
        }
        let expression = self.expression;
        match &expression.operations[id] {
            Operation::Number(value) => Ok(Value::Number(*value)),
            Operation::Literal(text) => Ok(Value::Text(text.clone())),
            Operation::Variable(prefix, name) => {
                let uri = self.uri(prefix.as_deref())?;
                self.host.variable(uri.as_deref(), name).ok_or(Fault::VARIABLE)
            }
            Operation::Negate(operand) => {
                let value = self.value(*operand, context)?;
                Ok(Value::Number(-value.to_number(self.host.forest())))
            }
            Operation::Chain(first, more) => self.chain(*first, more, context),
            Operation::Call(prefix, name, arguments) => self.call(prefix.as_deref(), name, arguments, context),
            Operation::Filter(value, predicates) => {
                let Value::Nodes(mut items) = self.value(*value, context)? else { return Err(Fault::TYPE) };
                for &predicate in predicates {
                    items = self.filter(items, predicate)?;
                }
                Ok(Value::Nodes(items))
            }
            Operation::Path(start, steps) => self.path(*start, steps, context),
        }
    }
    fn uri(&mut self, prefix: Option<&[u8]>) -> Result<Option<Vec<u8>>, Fault> {
        match prefix {
            Some(prefix) => self.host.namespace(prefix).map(Some).ok_or(Fault::PREFIX),
            None => Ok(None),
        }
    }
    fn chain(&mut self, first: Id, more: &[(Operator, Id)], context: Context) -> Result<Value, Fault> {
        let mut left = self.value(first, context)?;
        for &(operator, id) in more {
            match operator {
                Operator::Or if left.to_bool() => return Ok(Value::Bool(true)),
                Operator::And if !left.to_bool() => return Ok(Value::Bool(false)),
                _ => {}
            }
            let right = self.value(id, context)?;
            left = self.operate(left, operator, right)?;
        }
        Ok(left)
    }
    fn operate(&mut self, left: Value, operator: Operator, right: Value) -> Result<Value, Fault> {
        let forest = self.host.forest();
        let numbers = || (left.to_number(forest), right.to_number(forest));
        Ok(match operator {
            Operator::Or | Operator::And => Value::Bool(right.to_bool()),
            Operator::Equal => Value::Bool(equal(forest, &left, &right, false)),
            Operator::NotEqual => Value::Bool(equal(forest, &left, &right, true)),
            Operator::Less => Value::Bool(ordered(forest, &left, &right, |a, b| a < b)),
            Operator::LessOrEqual => Value::Bool(ordered(forest, &left, &right, |a, b| a <= b)),
            Operator::Greater => Value::Bool(ordered(forest, &left, &right, |a, b| a > b)),
            Operator::GreaterOrEqual => Value::Bool(ordered(forest, &left, &right, |a, b| a >= b)),
            Operator::Add => Value::Number(numbers().0 + numbers().1),
            Operator::Subtract => Value::Number(numbers().0 - numbers().1),
            Operator::Multiply => Value::Number(numbers().0 * numbers().1),
            Operator::Divide => Value::Number(numbers().0 / numbers().1),
            Operator::Modulo => Value::Number(numbers().0 % numbers().1),
            Operator::Union => {
                let (Value::Nodes(mut all), Value::Nodes(more)) = (left, right) else { return Err(Fault::TYPE) };
                all.extend(more);
                step::sort(forest, &mut all);
                Value::Nodes(all)
            }
        })
    }
    fn call(&mut self, prefix: Option<&[u8]>, name: &[u8], arguments: &[Id], context: Context) -> Result<Value, Fault> {
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(self.value(argument, context)?);
        }
        if prefix.is_none()
            && let Some(result) = function::call(self.host.forest(), name, &values, context)
        {
            return result;
        }
        let uri = match prefix {
            Some(prefix) => match self.host.namespace(prefix) {
                Some(uri) => Some(uri),
                None => {
                    let [name, prefix] = [name, prefix].map(String::from_utf8_lossy);
                    let before = format!("xmlXPathCompOpEval: function {name} bound to undefined prefix {prefix}");
                    return Err(Fault { before: Some(before), ..Fault::ENDED });
                }
            },
            None => None,
        };
        match self.host.call(uri.as_deref(), name, &values) {
            Some(result) => result,
            None => {
                let name = String::from_utf8_lossy(name);
                let before = format!("xmlXPathCompOpEval: function {name} not found");
                Err(Fault { before: Some(before), ..Fault::FUNCTION })
            }
        }
    }

    /// The items for which a predicate holds.
    fn filter(&mut self, items: Vec<Item>, predicate: Id) -> Result<Vec<Item>, Fault> {
        let size = items.len();
        if let Operation::Number(wanted) = &self.expression.operations[predicate] {
            let index = *wanted as usize;
            let exact = index as f64 == *wanted && index > 0;
            return Ok(if exact { items.get(index - 1).copied().into_iter().collect() } else { Vec::new() });
        }
        let mut kept = Vec::new();
        for (at, item) in items.into_iter().enumerate() {
            let context = Context { item, position: at + 1, size };
            let holds = match self.value(predicate, context)? {
                Value::Number(wanted) => wanted == (at + 1) as f64,
                value => value.to_bool(),
            };
            if holds {
                kept.push(item);
            }
        }
        Ok(kept)
    }
    fn path(&mut self, start: Start, steps: &[Step], context: Context) -> Result<Value, Fault> {
        let mut items = match start {
            Start::Context => vec![context.item],
            Start::Root => {
                let forest = self.host.forest();
                let document = forest.document(context.item.node);
                vec![if document.is_some() { document } else { forest.top(context.item.node) }.into()]
            }
            Start::Value(id) => match self.value(id, context)? {
                Value::Nodes(items) => items,
                _ => return Err(Fault::TYPE),
            },
        };
        let mut at = 0;
        while at < steps.len() {
            let step = &steps[at];
            let next = steps.get(at + 1);
            let is_shortcut = step.axis == Axis::DescendantOrSelf && step.test == Test::Node && step.predicates.is_empty();
            if let Some(next) = next
                && is_shortcut
                && matches!(next.axis, Axis::Child | Axis::Attribute)
                && next.predicates.iter().all(|&id| self.ignores_position(id))
            {
                // `//a` is `descendant::a` where nobody asks for positions, and `//@a` has no need for what is not an element.
                items = match next.axis {
                    Axis::Attribute => self.attributes_below(&items, next)?,
                    _ => self.step(&items, Axis::Descendant, next)?,
                };
                at += 2;
                continue;
            }
            items = self.step(&items, step.axis, step)?;
            at += 1;
        }
        Ok(Value::Nodes(items))
    }
    fn step(&mut self, items: &[Item], axis: Axis, step: &Step) -> Result<Vec<Item>, Fault> {
        let test = resolve(&step.test, self.host)?;
        // `[3]` needs the first three only.
        let first = step.predicates.first().map(|&id| &self.expression.operations[id]);
        let most = match first {
            Some(Operation::Number(wanted)) => (*wanted as usize).max(1),
            _ => usize::MAX,
        };
        let mut all = Vec::new();
        for &item in items {
            if self.host.should_end() {
                return Err(Fault::ENDED);
            }
            if step.predicates.is_empty() && !step::is_reverse(axis) {
                step::walk(self.host.forest(), item, axis, &test, usize::MAX, &mut all);
                continue;
            }
            let mut found = Vec::new();
            step::walk(self.host.forest(), item, axis, &test, most, &mut found);
            for &predicate in &step.predicates {
                found = self.filter(found, predicate)?;
            }
            if step::is_reverse(axis) {
                found.reverse();
            }
            if all.is_empty() {
                all = found;
            } else {
                all.extend(found);
            }
        }
        let keeps_order = items.len() == 1 || matches!(axis, Axis::SelfNode | Axis::Attribute | Axis::Namespace);
        if !keeps_order {
            step::sort(self.host.forest(), &mut all);
        }
        Ok(all)
    }
    /// The step `@a` from items and all that is below them.
    fn attributes_below(&mut self, items: &[Item], step: &Step) -> Result<Vec<Item>, Fault> {
        let test = resolve(&step.test, self.host)?;
        let mut all = Vec::new();
        for &item in items {
            if self.host.should_end() {
                return Err(Fault::ENDED);
            }
            step::walk_attributes(self.host.forest(), item, &test, &mut all);
        }
        if items.len() > 1 {
            step::sort(self.host.forest(), &mut all);
        }
        for &predicate in &step.predicates {
            all = self.filter(all, predicate)?;
        }
        Ok(all)
    }
    /// Whether a predicate cannot be a number and does not ask where it is.
    fn ignores_position(&self, id: Id) -> bool {
        let is_truth = match &self.expression.operations[id] {
            Operation::Chain(_, more) => more.iter().all(|(operator, _)| {
                !matches!(operator, Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide | Operator::Modulo)
            }),
            Operation::Path(..) | Operation::Literal(_) => true,
            Operation::Call(None, name, _) => matches!(
                &name[..],
                b"not"
                    | b"contains"
                    | b"starts-with"
                    | b"boolean"
                    | b"true"
                    | b"false"
                    | b"lang"
                    | b"string"
                    | b"name"
                    | b"local-name"
                    | b"concat"
                    | b"normalize-space"
            ),
            _ => false,
        };
        is_truth && !self.asks_position(id, 0)
    }
    fn asks_position(&self, id: Id, depth: usize) -> bool {
        if depth > 50 {
            return true;
        }
        let asks = |&id: &Id| self.asks_position(id, depth + 1);
        match &self.expression.operations[id] {
            Operation::Call(prefix, name, arguments) => {
                prefix.is_some() || matches!(&name[..], b"position" | b"last") || arguments.iter().any(asks)
            }
            Operation::Negate(operand) => asks(operand),
            Operation::Chain(first, more) => asks(first) || more.iter().any(|(_, id)| asks(id)),
            Operation::Filter(value, _) => asks(value),
            Operation::Path(Start::Value(value), _) => asks(value),
            // Predicates inside are about positions of their own.
            Operation::Path(..) | Operation::Number(_) | Operation::Literal(_) | Operation::Variable(..) => false,
        }
    }
}

fn equal(forest: &Forest, left: &Value, right: &Value, negated: bool) -> bool {
    match (left, right) {
        (Value::Nodes(_), Value::Bool(_)) | (Value::Bool(_), _) | (_, Value::Bool(_)) => {
            (left.to_bool() == right.to_bool()) != negated
        }
        (Value::Nodes(a), Value::Nodes(b)) => {
            let texts: Vec<Vec<u8>> = b.iter().map(|&item| text_of(forest, item)).collect();
            if !negated {
                let set: std::collections::HashSet<&Vec<u8>> = texts.iter().collect();
                return a.iter().any(|&item| set.contains(&text_of(forest, item)));
            }
            a.iter().any(|&item| {
                let text = text_of(forest, item);
                texts.iter().any(|other| *other != text)
            })
        }
        (Value::Nodes(items), Value::Number(number)) | (Value::Number(number), Value::Nodes(items)) => {
            items.iter().any(|&item| (number::parse(&text_of(forest, item)) == *number) != negated)
        }
        (Value::Nodes(items), Value::Text(text)) | (Value::Text(text), Value::Nodes(items)) => {
            items.iter().any(|&item| is_text(forest, item, text) != negated)
        }
        (Value::Number(_), _) | (_, Value::Number(_)) => (left.to_number(forest) == right.to_number(forest)) != negated,
        (Value::Text(a), Value::Text(b)) => (a == b) != negated,
    }
}

/// Whether an item's text is this; without a copy where that is one string.
fn is_text(forest: &Forest, item: Item, text: &[u8]) -> bool {
    if item.namespace.is_some() || forest.kind(item.node) == Kind::Free {
        return text_of(forest, item) == text;
    }
    forest.text(item.node).as_bytes() == text
}

fn ordered(forest: &Forest, left: &Value, right: &Value, holds: fn(f64, f64) -> bool) -> bool {
    let numbers = |value: &Value| match value {
        Value::Nodes(items) => items.iter().map(|&item| number::parse(&text_of(forest, item))).collect(),
        value => vec![value.to_number(forest)],
    };
    if let (Value::Nodes(_), Value::Bool(_)) | (Value::Bool(_), Value::Nodes(_)) = (left, right) {
        return holds(f64::from(u8::from(left.to_bool())), f64::from(u8::from(right.to_bool())));
    }
    let (a, b) = (numbers(left), numbers(right));
    a.iter().any(|&x| b.iter().any(|&y| holds(x, y)))
}
