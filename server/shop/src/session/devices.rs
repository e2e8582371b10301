//! The devices a customer has signed in on: their sessions, which can be ended from any of them.

use fieldhouse_core::account::device::{DeviceView, DevicesView, describe_device};
use fieldhouse_kernel::failure::Failure;
use jiff::Timestamp;

use super::{signed_in::SignedIn, store};
use crate::env::Env;

/// The customer's devices: this one first, then the one seen last.
pub async fn list(env: &Env, SignedIn { visitor, customer }: &SignedIn) -> Result<DevicesView, Failure> {
    let current = visitor.session_key();
    let time = |millis| Timestamp::from_millisecond(millis).map(|time| time.to_string()).map_err(Failure::internal);
    let rows = store::list_of_customer(env.db.read(), *customer, env.clock.millis()).await?;
    let devices = rows.into_iter().map(|row| {
        let said = describe_device(&row.device);
        Ok(DeviceView {
            current: current.as_ref() == Some(&row.id_hash),
            id: row.id_hash,
            name: said.name,
            kind: said.kind,
            network: row.network,
            signed_in_at: time(row.created_at)?,
            seen_at: time(row.seen_at)?,
        })
    });
    let mut devices = devices.collect::<Result<Vec<_>, Failure>>()?;
    devices.sort_by_key(|device| !device.current);
    Ok(DevicesView { devices })
}

/// Signs one device out; for this one it is the sign-out. Somebody else's does not exist.
pub async fn sign_out_one(env: &Env, SignedIn { visitor, customer }: &mut SignedIn, id: &str) -> Result<(), Failure> {
    let tx = env.db.write().await?;
    if visitor.session_key().as_deref() == Some(id) {
        visitor.sign_out(&tx).await?;
    } else if !store::delete_one_of(&tx, *customer, id).await? {
        return Err(Failure::not_found());
    }
    tx.commit().await?;
    Ok(())
}

/// Signs every other device out, and every program that holds a bearer token.
pub async fn sign_out_others(env: &Env, signed_in: &SignedIn) -> Result<DevicesView, Failure> {
    let current = signed_in.visitor.session_key().ok_or_else(Failure::sign_in_first)?;
    let tx = env.db.write().await?;
    store::delete_others_of(&tx, signed_in.customer, &current).await?;
    tx.commit().await?;
    list(env, signed_in).await
}
