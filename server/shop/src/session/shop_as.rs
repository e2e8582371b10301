//! That somebody of the store shops as a customer, as a request carries it. Not here: whether they may, which `staff::shop_as`
//! asks before any operation sees the request.

use fieldhouse_core::brand::Site;

use crate::owner::CustomerId;

/// Who shops as whom. Left in a request's extensions by the surface that asked; no other request has one.
#[derive(Debug, Clone)]
pub struct ShopAs {
    /// Id.
    pub id: String,
    /// Where; elsewhere it counts for nothing.
    pub site: Site,
    /// As whom.
    pub customer: CustomerId,
    /// Their name.
    pub customer_name: String,
    /// Id of who works for the store.
    pub staff_id: String,
    /// Their name.
    pub staff_name: String,
    /// The desk's session it was begun from.
    pub staff_session: String,
    /// The host where the desk was asked; its end leads back there.
    pub desk_host: String,
    /// Why.
    pub reason: String,
    /// When it ends, milliseconds since 1970.
    pub ends_at: i64,
    /// The network this request comes from, cut.
    pub network: String,
    /// This request's id.
    pub request_id: String,
}
