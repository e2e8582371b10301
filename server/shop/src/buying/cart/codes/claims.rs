//! The codes a visitor really has: those of the cart, and of those carried in cookies the ones that
//! hold today (R11). Decides nothing: what holds is a rule.

use fieldhouse_core::{
    brand::{Site, brand},
    offers::{CodeKind, CodesView, FlyerGroupView, check_carried_code},
    pricing::flyer_that_counts,
};
use fieldhouse_kernel::failure::Failure;

use super::verdict;
use crate::{
    buying::{
        cart::{self, store::CartRow},
        offers::store,
    },
    env::Env,
    session::{Visitor, codes::Codes},
    state::AppState,
};

/// The codes of a request's cookies, judged.
#[derive(Debug, Clone, Default)]
pub struct ClaimedCodes {
    /// What may go on: cookies that do not hold are taken away.
    pub kept: Codes,
    /// What is known to hold: only this comes onto a cart.
    pub sure: Codes,
}

/// Judges the codes of a visitor's cookies. While the look-up is away they stay cookies. Somebody who brought many
/// that do not hold is told nothing of any: all are taken away (R73).
pub async fn judge(state: &AppState, visitor: &Visitor, carried: &Codes) -> Result<ClaimedCodes, Failure> {
    let site = visitor.site;
    let capable = brand(site);
    let mut claimed = ClaimedCodes::default();
    claimed.kept.cert_flyer_code.clone_from(&carried.cert_flyer_code);
    let program = Some(&carried.program_id).filter(|id| capable.program_id_box && !id.is_empty());
    let flyer = Some(&carried.flyer_code).filter(|code| capable.promo_box && !code.is_empty());
    if program.is_none() && flyer.is_none() {
        return Ok(claimed);
    }
    let asker = visitor.asker().await?;
    if let Some(program) = program {
        let Ok(guess) = state.guess(asker, program).await else { return Ok(claimed) };
        let known = verdict::is_known(state, site, CodeKind::Program, program);
        if known != Some(true) {
            guess.wrong();
        }
        if known != Some(false) {
            claimed.kept.program_id.clone_from(program);
            claimed.sure.program_id.clone_from(program);
        }
    }
    let Some(flyer) = flyer else { return Ok(claimed) };
    let typed = &carried.friendly_flyer_code;
    // Both count: neither is tried for nothing by leaving the other as it is.
    let Ok(guess) = state.guess(asker, &[flyer.as_str(), typed].join(" ")).await else { return Ok(claimed) };
    let known = verdict::is_known(state, site, CodeKind::Offer, flyer);
    if known == Some(false) || typed.is_empty() && verdict::is_bound(state, site, flyer).await? {
        guess.wrong();
        return Ok(claimed);
    }
    let answer = if typed.is_empty() {
        Ok(None)
    } else {
        state.friendly_codes.look_up(state, site, typed).await.map(|found| Some(found.answer()))
    };
    let holds = match &answer {
        Ok(answer) => check_carried_code(flyer, answer.as_ref(), &state.today()).is_none(),
        Err(_) => true,
    };
    if !holds {
        guess.wrong();
        return Ok(claimed);
    }
    if known.is_none() && typed.is_empty() {
        guess.wrong();
    }
    claimed.kept.flyer_code.clone_from(flyer);
    claimed.kept.friendly_flyer_code.clone_from(typed);
    if answer.is_ok() {
        claimed.sure.flyer_code.clone_from(flyer);
        claimed.sure.friendly_flyer_code.clone_from(typed);
    }
    Ok(claimed)
}

/// The visitor's open cart, without its lines.
pub async fn open_cart(env: &Env, visitor: &Visitor) -> Result<Option<CartRow>, Failure> {
    let Some(known) = visitor.known().await? else { return Ok(None) };
    Ok(cart::store::find_open(env.db.read(), known).await?)
}

/// What the cookies should say: the cart's codes, and where it has none the claimed. Beside a
/// certificate's flyer code there is no ordinary one (cart §4).
pub fn verified(cart: Option<&CartRow>, claimed: &Codes) -> Codes {
    let mut verified = claimed.clone();
    let Some(cart) = cart else {
        verified.cert_flyer_code.clear();
        return verified;
    };
    verified.cert_flyer_code.clone_from(&cart.cert_flyer_code);
    if !cart.cert_flyer_code.is_empty() {
        verified.flyer_code.clear();
        verified.friendly_flyer_code.clear();
    } else if !cart.flyer_code.is_empty() {
        verified.flyer_code.clone_from(&cart.flyer_code);
        verified.friendly_flyer_code.clone_from(&cart.friendly_flyer_code);
    }
    if !cart.program_id.is_empty() {
        verified.program_id.clone_from(&cart.program_id);
    }
    verified
}

/// The codes as they go out, with what is shown of the flyer.
pub async fn view(env: &Env, site: Site, verified: &Codes) -> Result<CodesView, Failure> {
    let flyer_code = flyer_that_counts(&verified.cert_flyer_code, &verified.flyer_code);
    let shown = if verified.friendly_flyer_code.is_empty() { flyer_code } else { &verified.friendly_flyer_code };
    Ok(CodesView {
        flyer_code: flyer_code.to_owned(),
        friendly_flyer_code: verified.friendly_flyer_code.clone(),
        program_id: verified.program_id.clone(),
        cert_flyer_code: verified.cert_flyer_code.clone(),
        shown_code: shown.to_owned(),
        flyer: group(env, site, flyer_code).await?,
    })
}

/// What is shown for a flyer. Content that cannot be read is told and left out: the code still counts.
async fn group(env: &Env, site: Site, flyer_code: &str) -> Result<Option<FlyerGroupView>, Failure> {
    if flyer_code.is_empty() {
        return Ok(None);
    }
    let Some(row) = store::find_group(env.db.read(), site.key(), flyer_code).await? else { return Ok(None) };
    match serde_json::from_str(&row.content) {
        Ok(group) => Ok(Some(group)),
        Err(error) => {
            tracing::error!(site = site.key(), %error, "the content of a flyer cannot be read");
            Ok(None)
        }
    }
}
