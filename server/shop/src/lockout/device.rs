//! Devices an account was signed in from. Such a device keeps a name of its own in a cookie that no script
//! reads, and has tries of its own (R42). The name changes with every sign-in, so a planted one is worth nothing.

use std::convert::Infallible;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use fieldhouse_core::brand::Site;
use fieldhouse_kernel::{
    db::WriteTx,
    failure::Failure,
    http::{
        address::ClientAddress,
        cookies::{self, SetCookie},
    },
    token,
};

use super::{
    Act, Subject,
    store::{self, DeviceRow},
};
use crate::{env::Env, owner::CustomerId};

/// A device is known this long after a sign-in.
pub const KNOWN_DAYS: i64 = 180;
const SECURE_NAME: &str = "__Host-fieldhouse-device";
const PLAIN_NAME: &str = "fieldhouse-device";
/// Of a name: 256 bits in base64.
const NAME_LENGTH: usize = 43;

/// Where a password is typed: the address, and the device when it tells its name.
#[derive(Debug)]
pub struct Asker {
    /// The address.
    pub address: ClientAddress,
    device_hash: Option<String>,
    /// Its name from now on.
    fresh: Option<String>,
    secure: bool,
}

impl Asker {
    /// Somebody without cookies: the customer API's clients.
    pub const fn at(address: ClientAddress) -> Self {
        Self { address, device_hash: None, fresh: None, secure: true }
    }

    /// What a password typed here is counted at: the name, or the device when the account is known to it.
    /// As much is asked whether or not there is such an account (R40).
    pub async fn subject(
        &self,
        env: &Env,
        site: Site,
        email: &str,
        customer_id: Option<&str>,
    ) -> Result<Subject, Failure> {
        if let Some(hash) = &self.device_hash {
            let now = env.clock.millis();
            if store::is_known_device(env.db.read(), hash, customer_id.unwrap_or_default(), now).await? {
                return Ok(Subject::new(Act::PasswordOfDevice, site, &[hash, " ", email].concat()));
            }
        }
        Ok(Subject::new(Act::Password, site, email))
    }

    /// The customer signed in from here; the answer has to carry [`Self::cookie`].
    pub async fn remember(&mut self, env: &Env, tx: &WriteTx, customer: CustomerId) -> Result<(), Failure> {
        let name = token::issue(&env.ids);
        let device_hash = token::hash(&name);
        if let Some(old) = &self.device_hash {
            store::rename_device(tx, old, &device_hash).await?;
        }
        let expires_at = env.clock.millis().saturating_add(KNOWN_DAYS.saturating_mul(86_400_000));
        store::write_device(tx, DeviceRow { device_hash, customer_id: customer.to_string(), expires_at }).await?;
        self.fresh = Some(name);
        Ok(())
    }

    /// The cookie for the answer.
    pub fn cookie(&self) -> SetCookie {
        SetCookie::of(self.fresh.as_ref().and_then(|name| cookies::secret(cookie_name(self.secure), name, self.secure)))
    }
}

const fn cookie_name(secure: bool) -> &'static str {
    if secure { SECURE_NAME } else { PLAIN_NAME }
}

impl<S: Send + Sync> FromRequestParts<S> for Asker
where
    Env: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let env = Env::from_ref(state);
        let address = ClientAddress::of(&parts.headers, &parts.extensions, env.config.proxies);
        let secure = env.config.secure;
        let name = cookies::only(&parts.headers, cookie_name(secure)).and_then(|name| std::str::from_utf8(name).ok());
        let well_formed = |name: &&str| {
            name.len() == NAME_LENGTH && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        Ok(Self { address, device_hash: name.filter(well_formed).map(token::hash), fresh: None, secure })
    }
}
