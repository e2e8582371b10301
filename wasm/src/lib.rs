//! The rules for the browser: one export is one core call, made from core's table of calls.
//! A broken rule is an answer; only a malformed call throws.

mod reader;

#[cfg(any(feature = "store", feature = "roster"))]
use fieldhouse_core::brand;
#[cfg(feature = "roster")]
use fieldhouse_core::brand::{BrandView, Site};
#[cfg(feature = "account")]
#[expect(clippy::wildcard_imports, reason = "whatever types the rows name")]
use fieldhouse_core::table::account::*;
#[cfg(feature = "desk")]
#[expect(clippy::wildcard_imports, reason = "whatever types the rows name")]
use fieldhouse_core::table::desk::*;
#[cfg(feature = "edit")]
use fieldhouse_core::table::edit::{EditAmountsDraft, EditBasis, EditPreviewView};
#[cfg(feature = "roster")]
#[expect(clippy::wildcard_imports, reason = "whatever types the rows name")]
use fieldhouse_core::table::roster::*;
#[cfg(feature = "season")]
use fieldhouse_core::table::season::{SeasonComparisonView, SeasonSheetView, SeasonSide};
#[cfg(feature = "stock")]
#[expect(clippy::wildcard_imports, reason = "whatever types the rows name")]
use fieldhouse_core::table::stock::*;
#[cfg(feature = "store")]
#[expect(clippy::wildcard_imports, reason = "whatever types the rows name")]
use fieldhouse_core::table::*;
#[cfg(feature = "roster")]
use js_sys::Reflect;
use reader::Reader;
use serde::{Serialize, de::DeserializeOwned};
use serde_wasm_bindgen::Serializer;
use tsify::Ts;
#[cfg(any(feature = "store", feature = "account", feature = "roster", feature = "desk", feature = "stock"))]
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// A value from JavaScript. Never inlined: a copy a type and not one a call keeps the file small.
#[inline(never)]
fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    T::deserialize(Reader(value)).map_err(|_| js_sys::TypeError::new("malformed arguments").into())
}

/// A value for JavaScript, as the TypeScript types say: `null` for nothing, plain objects for maps.
#[inline(never)]
fn write<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}

#[cfg(any(feature = "store", feature = "roster", feature = "desk"))]
fn read_all<T: Tsify + DeserializeOwned>(values: Vec<Ts<T>>) -> Result<Vec<T>, JsValue> {
    values.into_iter().map(|value| read(value.into())).collect()
}

#[cfg(any(feature = "store", feature = "account", feature = "desk", feature = "stock"))]
fn write_all<T: Tsify + Serialize>(values: &[T]) -> Result<Vec<Ts<T>>, JsValue> {
    values.iter().map(|value| write(value).map(Ts::new_unchecked)).collect()
}

/// How a type of the table looks at the border.
#[rustfmt::skip]
macro_rules! js_type {
    (String) => { String };
    (bool) => { bool };
    (u32) => { u32 };
    (Vec<String>) => { Vec<String> };
    (Vec<u8>) => { Vec<u8> };
    (Vec<$held:ident>) => { Vec<Ts<$held>> };
    (Option<String>) => { Option<String> };
    (Option<u32>) => { Option<u32> };
    (Option<$held:ident>) => { Option<Ts<$held>> };
    ($plain:ident) => { Ts<$plain> };
}

/// A value of the border as a value of core.
#[rustfmt::skip]
macro_rules! from_js {
    ($value:ident, String) => { $value };
    ($value:ident, bool) => { $value };
    ($value:ident, u32) => { $value };
    ($value:ident, Vec<String>) => { $value };
    ($value:ident, Vec<u8>) => { $value };
    ($value:ident, Vec<$held:ident>) => { read_all::<$held>($value)? };
    ($value:ident, Option<String>) => { $value };
    ($value:ident, Option<u32>) => { $value };
    ($value:ident, Option<$held:ident>) => { $value.map(|value| read::<$held>(value.into())).transpose()? };
    ($value:ident, $plain:ident) => { read::<$plain>($value.into())? };
}

/// A value of core as a value of the border.
#[rustfmt::skip]
macro_rules! to_js {
    ($value:ident, String) => { $value };
    ($value:ident, bool) => { $value };
    ($value:ident, u32) => { $value };
    ($value:ident, Vec<String>) => { $value };
    ($value:ident, Vec<$held:ident>) => { write_all::<$held>(&$value)? };
    ($value:ident, Option<String>) => { $value };
    ($value:ident, Option<u32>) => { $value };
    ($value:ident, Option<$held:ident>) => {
        $value.map(|value| write::<$held>(&value).map(Ts::new_unchecked)).transpose()?
    };
    ($value:ident, $plain:ident) => { Ts::new_unchecked(write::<$plain>(&$value)?) };
}

macro_rules! export {
    ($(
        $(#[$doc:meta])*
        $name:ident($($arg:ident : $in:ident $(<$inner:ident>)?),*) -> $out:ident $(<$held:ident>)? = $body:expr;
    )+) => {
        $(
            $(#[$doc])*
            #[wasm_bindgen]
            pub fn $name($($arg: js_type!($in $(<$inner>)?)),*) -> Result<js_type!($out $(<$held>)?), JsValue> {
                $(let $arg = from_js!($arg, $in $(<$inner>)?);)*
                let answer: $out $(<$held>)? = $body;
                Ok(to_js!(answer, $out $(<$held>)?))
            }
        )+
    };
}

/// Adds the brand of the page to the ones built in, before any rule asks for one. False when that is too late.
#[cfg(feature = "store")]
#[wasm_bindgen(js_name = installBrand)]
pub fn install_brand(brand: Ts<BrandView>) -> Result<bool, JsValue> {
    read(brand.into()).map(brand::install_checked)
}

/// Adds the brand of the page to the ones built in. The roster's rules ask a brand for its phone number and nothing else;
/// to read the whole row would be a hundredth of what its page loads.
#[cfg(feature = "roster")]
#[wasm_bindgen(js_name = installBrand)]
pub fn install_brand(brand: &JsValue) -> bool {
    let text = |name: &str| Reflect::get(brand, &name.into()).ok().and_then(|text| text.as_string());
    let (Some(site), Some(phone)) = (text("site"), text("callToOrderPhone")) else { return false };
    let any = *brand::brand(Site::FIELDHOUSE);
    brand::install_checked(BrandView { site: site.into(), call_to_order_phone: phone.into(), ..any })
}

#[cfg(feature = "store")]
fieldhouse_core::for_each_rule!(export);

#[cfg(feature = "account")]
fieldhouse_core::for_each_account_rule!(export);

#[cfg(feature = "roster")]
fieldhouse_core::for_each_roster_rule!(export);

#[cfg(feature = "desk")]
fieldhouse_core::for_each_desk_rule!(export);

#[cfg(feature = "edit")]
fieldhouse_core::for_each_edit_rule!(export);

#[cfg(feature = "season")]
fieldhouse_core::for_each_season_rule!(export);

#[cfg(feature = "stock")]
fieldhouse_core::for_each_stock_rule!(export);
