//! The rules for the browser: one export is one core call, made from core's table of calls.
//! A broken rule is an answer; only a malformed call throws.

use fieldhouse_core::table::*;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// How a type of the table looks at the border.
macro_rules! js_type {
    (String) => { String };
    (bool) => { bool };
    (u32) => { u32 };
    (Vec<String>) => { Vec<String> };
    (Vec<$held:ident>) => { Vec<Ts<$held>> };
    (Option<String>) => { Option<String> };
    (Option<u32>) => { Option<u32> };
    (Option<$held:ident>) => { Option<Ts<$held>> };
    ($plain:ident) => { Ts<$plain> };
}

/// A value of the border as a value of core.
macro_rules! from_js {
    ($value:ident, String) => {
        $value
    };
    ($value:ident, bool) => {
        $value
    };
    ($value:ident, u32) => {
        $value
    };
    ($value:ident, Vec<String>) => {
        $value
    };
    ($value:ident, Vec<$held:ident>) => {
        $value.iter().map(Ts::to_rust).collect::<Result<Vec<$held>, _>>()?
    };
    ($value:ident, Option<String>) => {
        $value
    };
    ($value:ident, Option<u32>) => {
        $value
    };
    ($value:ident, Option<$held:ident>) => {
        $value.as_ref().map(Ts::to_rust).transpose()?
    };
    ($value:ident, $plain:ident) => {
        $value.to_rust()?
    };
}

/// A value of core as a value of the border.
macro_rules! to_js {
    ($value:ident, String) => {
        $value
    };
    ($value:ident, bool) => {
        $value
    };
    ($value:ident, u32) => {
        $value
    };
    ($value:ident, Vec<String>) => {
        $value
    };
    ($value:ident, Vec<$held:ident>) => {
        $value.iter().map(Tsify::into_ts).collect::<Result<Vec<Ts<$held>>, _>>()?
    };
    ($value:ident, Option<String>) => {
        $value
    };
    ($value:ident, Option<u32>) => {
        $value
    };
    ($value:ident, Option<$held:ident>) => {
        $value.as_ref().map(Tsify::into_ts).transpose()?
    };
    ($value:ident, $plain:ident) => {
        $value.into_ts()?
    };
}

macro_rules! export {
    ($(
        $(#[$doc:meta])*
        $name:ident($($arg:ident : $in:ident $(<$inner:ident>)?),*) -> $out:ident $(<$held:ident>)? = $body:expr;
    )+) => {
        $(
            $(#[$doc])*
            #[wasm_bindgen]
            pub fn $name($($arg: js_type!($in $(<$inner>)?)),*) -> Result<js_type!($out $(<$held>)?), JsError> {
                $(let $arg = from_js!($arg, $in $(<$inner>)?);)*
                let answer: $out $(<$held>)? = $body;
                Ok(to_js!(answer, $out $(<$held>)?))
            }
        )+
    };
}

fieldhouse_core::for_each_rule!(export);
