//! Applying and taking away an offer code or a program id (cart §4, §5, §8): to the cart when there is
//! one, and to the cookies. A code that is refused leaves the one that held; one that no longer holds is taken away
//! with its reason when the order is placed.

use fieldhouse_core::{
    brand::brand,
    offers::{
        CodeChange, CodeKind, OfferError, check_carried_code, check_code_change, check_flyer_answer, read_offer_code,
        read_program_id,
    },
    rule::{Broken, FieldError},
};
use fieldhouse_kernel::failure::Failure;

use super::{claims, verdict};
use crate::{
    buying::cart::{
        fields::{CustomField, REMOVE, set_custom_field},
        store::{self, CartRow},
    },
    limits::{guesses::Guess, rate::Rated},
    session::{Visitor, codes::Codes},
    state::AppState,
};

/// What became of a change: the codes that are true now, and why the one asked for is not among them.
pub struct Settled {
    /// What the cookies should say.
    pub verified: Codes,
    /// Why the code was not taken.
    pub refused: Option<FieldError>,
}

/// A flyer code with what was typed for it.
#[derive(Clone, Copy)]
struct Flyer<'a> {
    code: &'a str,
    typed: &'a str,
}

/// What is done to the codes.
#[derive(Clone, Copy)]
enum Change<'a> {
    Flyer(Option<Flyer<'a>>),
    Program(Option<&'a str>),
}

/// Applies an offer code.
pub async fn apply_flyer(
    state: &AppState,
    visitor: &Visitor,
    carried: &Codes,
    typed: &str,
) -> Result<Settled, Failure> {
    let site = visitor.site;
    if !brand(site).promo_box {
        return Err(Failure::not_found());
    }
    let cart = claims::open_cart(state, visitor).await?;
    free(CodeChange::Change, cart.as_ref())?;
    let read = read_offer_code(typed);
    if let Some(error) = read.error {
        return refuse(state, visitor, carried, cart.as_ref(), error).await;
    }
    let asker = visitor.asker().await?;
    let guess = state.guess(asker, &read.code).await?;
    let wrong = async |guess: Guess<'_>, error: FieldError| {
        guess.wrong();
        refuse(state, visitor, carried, cart.as_ref(), error).await
    };
    let mut code = read.code.clone();
    if read.look_up {
        state.admit(Rated::FriendlyCode, visitor.address).await?;
        let answer = state.friendly_codes.look_up(state, site, &read.code).await?.answer();
        let found = check_flyer_answer(&answer, &state.today());
        if let Some(error) = found.error {
            return wrong(guess, error).await;
        }
        code = found.code;
    } else if verdict::is_bound(state, site, &code).await? {
        return wrong(guess, OfferError::OfferInvalid.at("code")).await;
    }
    if let Some(error) = verdict::of(state, visitor, cart.as_ref(), CodeKind::Offer, &code).await? {
        return wrong(guess, error).await;
    }
    let typed = if read.look_up { read.code.as_str() } else { "" };
    let verified = write(state, visitor, carried, Change::Flyer(Some(Flyer { code: &code, typed }))).await?;
    Ok(Settled { verified, refused: None })
}

/// Takes the offer code away.
pub async fn remove_flyer(state: &AppState, visitor: &Visitor, carried: &Codes) -> Result<Settled, Failure> {
    if !brand(visitor.site).promo_box {
        return Err(Failure::not_found());
    }
    let cart = claims::open_cart(state, visitor).await?;
    free(CodeChange::Remove, cart.as_ref())?;
    let verified = write(state, visitor, carried, Change::Flyer(None)).await?;
    Ok(Settled { verified, refused: None })
}

/// Applies a program id.
pub async fn apply_program(
    state: &AppState,
    visitor: &Visitor,
    carried: &Codes,
    typed: &str,
) -> Result<Settled, Failure> {
    if !brand(visitor.site).program_id_box {
        return Err(Failure::not_found());
    }
    let read = read_program_id(typed);
    let cart = claims::open_cart(state, visitor).await?;
    if let Some(error) = read.error {
        return refuse(state, visitor, carried, cart.as_ref(), error).await;
    }
    let asker = visitor.asker().await?;
    let guess = state.guess(asker, &read.code).await?;
    if let Some(error) = verdict::of(state, visitor, cart.as_ref(), CodeKind::Program, &read.code).await? {
        guess.wrong();
        return refuse(state, visitor, carried, cart.as_ref(), error).await;
    }
    let verified = write(state, visitor, carried, Change::Program(Some(&read.code))).await?;
    Ok(Settled { verified, refused: None })
}

/// Takes the program id away.
pub async fn remove_program(state: &AppState, visitor: &Visitor, carried: &Codes) -> Result<Settled, Failure> {
    if !brand(visitor.site).program_id_box {
        return Err(Failure::not_found());
    }
    let verified = write(state, visitor, carried, Change::Program(None)).await?;
    Ok(Settled { verified, refused: None })
}

/// The codes of a cart about to be ordered are looked up anew. One that no longer holds is taken off and
/// told, so that nothing is charged that was not shown (R11). An outage says nothing about a code: its
/// prices are confirmed on their own.
pub async fn recheck(state: &AppState, visitor: &Visitor, cart: &CartRow) -> Result<(), Failure> {
    let site = visitor.site;
    let gone = |kind, code: &str| !code.is_empty() && verdict::is_known(state, site, kind, code) == Some(false);
    let mut refused = None;
    if gone(CodeKind::Program, &cart.program_id) {
        refused = Some((CodeKind::Program, OfferError::ProgramInvalid.at("programId")));
    }
    if cart.cert_flyer_code.is_empty() && !cart.flyer_code.is_empty() {
        let (flyer, typed) = (&cart.flyer_code, &cart.friendly_flyer_code);
        let answer = if typed.is_empty() {
            Ok(None)
        } else {
            state.friendly_codes.confirm(state, site, typed).await.map(|found| Some(found.answer()))
        };
        let broken = match answer {
            Ok(answer) => check_carried_code(flyer, answer.as_ref(), &state.today()),
            Err(_) => None,
        };
        let bound = typed.is_empty() && verdict::is_bound(state, site, flyer).await?;
        let unknown = || (bound || gone(CodeKind::Offer, flyer)).then(|| OfferError::OfferInvalid.at("code"));
        if let Some(error) = broken.or_else(unknown) {
            refused = Some((CodeKind::Offer, error));
        }
    }
    let Some((kind, error)) = refused else { return Ok(()) };
    let change = match kind {
        CodeKind::Offer => Change::Flyer(None),
        CodeKind::Program => Change::Program(None),
    };
    write(state, visitor, &visitor.codes, change).await?;
    Err(Failure::broken(vec![error]))
}

/// What was typed is not taken; the codes that hold stay as they are.
async fn refuse(
    state: &AppState,
    visitor: &Visitor,
    carried: &Codes,
    cart: Option<&CartRow>,
    error: FieldError,
) -> Result<Settled, Failure> {
    let claimed = claims::judge(state, visitor, carried).await?.kept;
    Ok(Settled { verified: claims::verified(cart, &claimed), refused: Some(error) })
}

/// Refuses while a certificate's flyer code is in use (cart §4).
fn free(change: CodeChange, cart: Option<&CartRow>) -> Result<(), Failure> {
    let in_use = cart.map_or("", |cart| cart.cert_flyer_code.as_str());
    check_code_change(change, in_use).map_or(Ok(()), |error| Err(Failure::broken(vec![error])))
}

/// Writes a change to the open cart, when there is one, and tells what the cookies should say.
async fn write(state: &AppState, visitor: &Visitor, carried: &Codes, change: Change<'_>) -> Result<Codes, Failure> {
    let mut claimed = claims::judge(state, visitor, carried).await?.kept;
    match change {
        Change::Flyer(flyer) => {
            flyer.map_or("", |flyer| flyer.code).clone_into(&mut claimed.flyer_code);
            flyer.map_or("", |flyer| flyer.typed).clone_into(&mut claimed.friendly_flyer_code);
        }
        Change::Program(id) => id.unwrap_or_default().clone_into(&mut claimed.program_id),
    }
    let Some(known) = visitor.known().await? else { return Ok(claims::verified(None, &claimed)) };
    let tx = state.db.write_soon_for([known.to_string()]).await?;
    let Some(mut cart) = store::bump_version(&tx, known, state.clock.millis()).await? else {
        return Ok(claims::verified(None, &claimed));
    };
    match change {
        Change::Flyer(flyer) => {
            // A certificate may have come onto the cart since it was looked at.
            free(if flyer.is_some() { CodeChange::Change } else { CodeChange::Remove }, Some(&cart))?;
            let code = flyer.map_or(REMOVE, |flyer| flyer.code);
            set_custom_field(&tx, &mut cart, CustomField::FlyerCode, Some(code)).await?;
            let typed = flyer.map(|flyer| flyer.typed);
            set_custom_field(&tx, &mut cart, CustomField::FriendlyFlyerCode, typed).await?;
        }
        Change::Program(id) => {
            set_custom_field(&tx, &mut cart, CustomField::ProgramId, Some(id.unwrap_or(REMOVE))).await?;
        }
    }
    tx.commit().await?;
    Ok(claims::verified(Some(&cart), &claimed))
}
