//! Reads arguments from JavaScript. It knows just what the drafts are made of (texts, truths, whole
//! numbers, lists, structs, plain enums) and its error says nothing but 'malformed': the usual
//! reader's messages and float formatting are a fifth of what the browser has to load.
//! Like it, it passes over fields it does not know. Answers go out by serde-wasm-bindgen.

use std::cell::RefCell;

use js_sys::{Array, Reflect};
use serde::{
    Deserializer, de,
    de::{DeserializeSeed, IntoDeserializer, Visitor, value::U32Deserializer},
    forward_to_deserialize_any,
};
use wasm_bindgen::{JsCast, JsValue};

/// The argument is not of the declared type.
#[derive(Debug, Clone, Copy)]
pub struct Malformed;

impl std::fmt::Display for Malformed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("malformed arguments")
    }
}

impl std::error::Error for Malformed {}

/// Every way to fail, without words: what is not formatted need not be loaded.
impl de::Error for Malformed {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
    fn invalid_type(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Self {
        Self
    }
    fn invalid_value(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Self {
        Self
    }
    fn invalid_length(_: usize, _: &dyn de::Expected) -> Self {
        Self
    }
    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }
    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }
    fn missing_field(_: &'static str) -> Self {
        Self
    }
    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}

/// A value from JavaScript.
pub struct Reader(pub JsValue);

/// 2^53: from here on numbers are not exact.
const UNSAFE: f64 = 9_007_199_254_740_992.0;

impl Reader {
    fn whole(&self) -> Result<i64, Malformed> {
        let number = self.0.as_f64().ok_or(Malformed)?;
        if number.fract() != 0.0 || number.abs() >= UNSAFE {
            return Err(Malformed);
        }
        #[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "whole and within 2^53")]
        Ok(number as i64)
    }

    fn is_absent(&self) -> bool {
        self.0.is_undefined() || self.0.is_null()
    }
}

macro_rules! whole_numbers {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
            visitor.visit_i64(self.whole()?)
        })+
    };
}

impl<'de> Deserializer<'de> for Reader {
    type Error = Malformed;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Malformed> {
        Err(Malformed)
    }

    whole_numbers! { deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_bool(self.0.as_bool().ok_or(Malformed)?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_string(self.0.as_string().ok_or(Malformed)?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.is_absent() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        let list = self.0.dyn_into::<Array>().map_err(|_| Malformed)?;
        visitor.visit_seq(Items { length: list.length(), list, next: 0 })
    }

    /// A struct's fields are read in their order, by name: the visitor takes them as a sequence.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        if !self.0.is_object() || Array::is_array(&self.0) {
            return Err(Malformed);
        }
        visitor.visit_seq(Fields { object: self.0, names: js_names(names), next: 0 })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        let name = self.0.as_string().ok_or(Malformed)?;
        let index = variants.iter().position(|variant| *variant == name).ok_or(Malformed)?;
        let index: U32Deserializer<Malformed> = u32::try_from(index).map_err(|_| Malformed)?.into_deserializer();
        visitor.visit_enum(index)
    }

    forward_to_deserialize_any! { f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct map identifier ignored_any }
}

/// The items of a list.
struct Items {
    list: Array,
    length: u32,
    next: u32,
}

impl<'de> de::SeqAccess<'de> for Items {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        if self.next >= self.length {
            return Ok(None);
        }
        let item = self.list.get(self.next);
        self.next = self.next.saturating_add(1);
        seed.deserialize(Reader(item)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        usize::try_from(self.length.saturating_sub(self.next)).ok()
    }
}

/// The fields of a struct, by name, in the order of its declaration.
struct Fields {
    object: JsValue,
    names: Array,
    next: u32,
}

impl<'de> de::SeqAccess<'de> for Fields {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Malformed> {
        let value = Reflect::get(&self.object, &self.names.get(self.next)).map_err(|_| Malformed)?;
        self.next = self.next.saturating_add(1);
        if value.is_undefined() {
            // An absent field is nothing where nothing may stand, else it takes its default or fails.
            return Ok(seed.deserialize(Reader(value)).ok());
        }
        seed.deserialize(Reader(value)).map(Some)
    }
}

/// The names of a struct's fields as JavaScript strings, made once.
fn js_names(names: &'static [&'static str]) -> Array {
    thread_local! {
        static KNOWN: RefCell<Vec<(&'static [&'static str], Array)>> = const { RefCell::new(Vec::new()) };
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some((_, made)) = known.iter().find(|(of, _)| std::ptr::eq(*of, names)) {
            return made.clone();
        }
        let made: Array = names.iter().map(|name| JsValue::from_str(name)).collect();
        known.push((names, made.clone()));
        made
    })
}
