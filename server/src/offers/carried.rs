//! The codes a visitor really has: those of the cart, and of those carried in cookies the ones that
//! hold today (R11). Decides nothing: what holds is a rule.

use fieldhouse_core::{
    brand::{Site, brand},
    offers::{CodeKind, CodesView, FlyerGroupView, check_carried_code},
};

use super::{Codes, friendly, store, verdict};
use crate::{
    cart::{self, store::CartRow},
    http::problem::Problem,
    session::Visitor,
    state::AppState,
};

/// The codes of a request's cookies, judged.
#[derive(Debug, Clone, Default)]
pub struct Wishes {
    /// What may go on: cookies that do not hold are taken away.
    pub kept: Codes,
    /// What is known to hold: only this comes onto a cart.
    pub sure: Codes,
}

/// Judges the codes of a request's cookies at a site. While the look-up is away they stay cookies.
pub async fn judge(state: &AppState, site: Site, carried: &Codes) -> Wishes {
    let capable = brand(site);
    let mut wishes = Wishes::default();
    wishes.kept.cert_flyer_code.clone_from(&carried.cert_flyer_code);
    let known = |kind, code: &str| verdict::is_known(state, site, kind, code) != Some(false);
    if capable.program_id_box && known(CodeKind::Program, &carried.program_id) {
        wishes.kept.program_id.clone_from(&carried.program_id);
        wishes.sure.program_id.clone_from(&carried.program_id);
    }
    if !capable.promo_box || carried.flyer_code.is_empty() || !known(CodeKind::Offer, &carried.flyer_code) {
        return wishes;
    }
    let (flyer, typed) = (&carried.flyer_code, &carried.friendly_flyer_code);
    let answer = if typed.is_empty() {
        Ok(None)
    } else {
        friendly::look_up(state, site, typed).await.map(|found| Some(found.answer()))
    };
    let holds = match &answer {
        Ok(answer) => check_carried_code(flyer, answer.as_ref(), &state.today()).is_none(),
        Err(_) => true,
    };
    if holds {
        wishes.kept.flyer_code.clone_from(flyer);
        wishes.kept.friendly_flyer_code.clone_from(typed);
    }
    if holds && answer.is_ok() {
        wishes.sure.flyer_code.clone_from(flyer);
        wishes.sure.friendly_flyer_code.clone_from(typed);
    }
    wishes
}

/// The visitor's open cart, without its lines.
pub async fn open_cart(state: &AppState, visitor: &Visitor) -> Result<Option<CartRow>, Problem> {
    let Some(known) = visitor.known().await? else { return Ok(None) };
    Ok(cart::store::find_open(state.db.read(), known).await?)
}

/// What the cookies should say: the cart's codes, and where it has none the wishes. Beside a
/// certificate's flyer code there is no ordinary one (cart §4).
pub fn truth(cart: Option<&CartRow>, wishes: &Codes) -> Codes {
    let mut truth = wishes.clone();
    let Some(cart) = cart else {
        truth.cert_flyer_code.clear();
        return truth;
    };
    truth.cert_flyer_code.clone_from(&cart.cert_flyer_code);
    if !cart.cert_flyer_code.is_empty() {
        truth.flyer_code.clear();
        truth.friendly_flyer_code.clear();
    } else if !cart.flyer_code.is_empty() {
        truth.flyer_code.clone_from(&cart.flyer_code);
        truth.friendly_flyer_code.clone_from(&cart.friendly_flyer_code);
    }
    if !cart.program_id.is_empty() {
        truth.program_id.clone_from(&cart.program_id);
    }
    truth
}

/// The codes as they go out, with what is shown of the flyer.
pub async fn view(state: &AppState, site: Site, truth: &Codes) -> Result<CodesView, Problem> {
    let flyer_code = if truth.cert_flyer_code.is_empty() { &truth.flyer_code } else { &truth.cert_flyer_code };
    let shown = if truth.friendly_flyer_code.is_empty() { flyer_code } else { &truth.friendly_flyer_code };
    Ok(CodesView {
        flyer_code: flyer_code.clone(),
        friendly_flyer_code: truth.friendly_flyer_code.clone(),
        program_id: truth.program_id.clone(),
        cert_flyer_code: truth.cert_flyer_code.clone(),
        shown_code: shown.clone(),
        flyer: group(state, site, flyer_code).await?,
    })
}

/// What is shown for a flyer. Content that cannot be read is told and left out: the code still counts.
async fn group(state: &AppState, site: Site, flyer_code: &str) -> Result<Option<FlyerGroupView>, Problem> {
    if flyer_code.is_empty() {
        return Ok(None);
    }
    let Some(row) = store::find_group(state.db.read(), site.key(), flyer_code).await? else { return Ok(None) };
    match serde_json::from_str(&row.content) {
        Ok(group) => Ok(Some(group)),
        Err(error) => {
            tracing::error!(site = site.key(), %error, "the content of a flyer cannot be read");
            Ok(None)
        }
    }
}
