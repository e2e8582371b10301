//! The custom type of a cart and its fields, the codes (cart §3, §7). Who may change them and whether
//! a code holds is decided in `offers`.

use fieldhouse_core::{
    cart::{CartCustomView, CustomFieldsView, CustomTypeView},
    offers::{is_cookie_code, read_offer_code},
};
use fieldhouse_kernel::{db::WriteTx, failure::Failure};

use super::store::{self, CartRow};
use crate::session::codes::Codes;

/// Id of the cart's custom type (cart §7). It names the type of the codes' fields and never changes.
pub const CART_TYPE: &str = "5b1f6e0a-6d0c-4d0f-9a52-3f4c8c1f0c01";
/// What the specification sends to take a code away (cart §7).
pub const REMOVE: &str = "remove";

/// A field of the cart's custom type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CustomField {
    /// Offer (flyer) code.
    FlyerCode,
    /// What was typed when the flyer code was looked up.
    FriendlyFlyerCode,
    /// Program id.
    ProgramId,
}

impl CustomField {
    /// All fields of the type.
    pub const ALL: [Self; 3] = [Self::FlyerCode, Self::FriendlyFlyerCode, Self::ProgramId];

    /// Its name in update actions and in `custom.fields`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FlyerCode => "flyer_code",
            Self::FriendlyFlyerCode => "friendly_flyer_code",
            Self::ProgramId => "program_id",
        }
    }

    /// The field of a name, exactly as written.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }

    /// Whether a value can stand in it at all; whether it is a code that holds is another question.
    fn takes(self, value: &str) -> bool {
        match self {
            Self::FlyerCode | Self::ProgramId => is_cookie_code(value),
            Self::FriendlyFlyerCode => {
                let read = read_offer_code(value);
                read.error.is_none() && read.code == value
            }
        }
    }

    fn of(self, cart: &mut CartRow) -> &mut String {
        match self {
            Self::FlyerCode => &mut cart.flyer_code,
            Self::FriendlyFlyerCode => &mut cart.friendly_flyer_code,
            Self::ProgramId => &mut cart.program_id,
        }
    }
}

/// `setCustomType`: the cart has the type from now on, and none of its fields yet.
pub async fn set_custom_type(tx: &WriteTx, cart: &mut CartRow) -> Result<(), Failure> {
    for field in CustomField::ALL {
        field.of(cart).clear();
    }
    cart.custom_type = true;
    store::update_codes(tx, cart).await?;
    Ok(())
}

/// `setCustomField`: a code, the marker 'remove', or nothing, which takes it away as well. A cart that
/// has no type gets it (cart §4). The caller holds the cart: its version was raised.
pub async fn set_custom_field(
    tx: &WriteTx,
    cart: &mut CartRow,
    field: CustomField,
    value: Option<&str>,
) -> Result<(), Failure> {
    let code = value.filter(|value| *value != REMOVE).unwrap_or_default();
    if !code.is_empty() && !field.takes(code) {
        return Err(Failure::malformed(format!("\u{2018}{}\u{2019} cannot hold this value.", field.name())));
    }
    code.clone_into(field.of(cart));
    cart.custom_type = true;
    store::update_codes(tx, cart).await?;
    Ok(())
}

/// Gives a cart the codes it lacks; true when it got one. A certificate's flyer code stands alone.
pub fn take(cart: &mut CartRow, claimed: &Codes) -> bool {
    let flyer = cart.flyer_code.is_empty() && cart.cert_flyer_code.is_empty() && !claimed.flyer_code.is_empty();
    if flyer {
        cart.flyer_code.clone_from(&claimed.flyer_code);
        cart.friendly_flyer_code.clone_from(&claimed.friendly_flyer_code);
    }
    let program = cart.program_id.is_empty() && !claimed.program_id.is_empty();
    if program {
        cart.program_id.clone_from(&claimed.program_id);
    }
    cart.custom_type |= flyer || program;
    flyer || program
}

/// Gives a stored cart the codes it lacks (cart §4 'Add to cart').
pub async fn attach(tx: &WriteTx, cart: &mut CartRow, claimed: &Codes) -> Result<(), Failure> {
    if take(cart, claimed) {
        store::update_codes(tx, cart).await?;
    }
    Ok(())
}

/// Brings the codes of another cart into one that lacks them; its own stay. Only an ordinary offer code
/// makes way for the one of a certificate that comes along, as when it is added (cart §4).
pub async fn merge(tx: &WriteTx, cart: &mut CartRow, brought: &CartRow) -> Result<(), Failure> {
    if cart.cert_flyer_code.is_empty() && !brought.cert_flyer_code.is_empty() {
        cart.flyer_code.clone_from(&brought.cert_flyer_code);
        cart.cert_flyer_code.clone_from(&brought.cert_flyer_code);
        cart.friendly_flyer_code.clear();
    } else if cart.flyer_code.is_empty() {
        cart.flyer_code.clone_from(&brought.flyer_code);
        cart.friendly_flyer_code.clone_from(&brought.friendly_flyer_code);
    }
    if cart.program_id.is_empty() {
        cart.program_id.clone_from(&brought.program_id);
    }
    cart.custom_type |= brought.custom_type;
    store::update_codes(tx, cart).await?;
    Ok(())
}

/// `custom` of a cart as it goes out; nothing while it has no type.
pub fn custom(cart: &CartRow) -> Option<CartCustomView> {
    let set = |code: &String| Some(code.clone()).filter(|code| !code.is_empty());
    cart.custom_type.then(|| CartCustomView {
        kind: CustomTypeView { type_id: "type".to_owned(), id: CART_TYPE.to_owned() },
        fields: CustomFieldsView {
            flyer_code: set(&cart.flyer_code),
            friendly_flyer_code: set(&cart.friendly_flyer_code),
            program_id: set(&cart.program_id),
        },
    })
}
