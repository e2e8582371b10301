//! What is shown of a unit's people, of invitations and of orders that wait.

use serde::{Deserialize, Serialize};

use super::{MemberRole, approval::Decision};
use crate::{checkout::OrderView, money::Cents};

/// The units somebody looks after.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PeopleView {
    /// In the customer's order.
    pub units: Vec<UnitPeopleView>,
}

/// A unit with its people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct UnitPeopleView {
    /// Id.
    pub id: String,
    /// The name other systems know it by.
    pub key: String,
    /// Shown name.
    pub name: String,
    /// Orders above it need approval; absent when none does.
    pub approval_above: Option<Cents>,
    /// People may also order for themselves.
    pub personal_orders: bool,
    /// People, by last and first name.
    pub members: Vec<MemberView>,
    /// Invitations that can be accepted, newest first.
    pub invitations: Vec<InvitationView>,
}

/// Somebody of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MemberView {
    /// Id.
    pub id: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// E-mail.
    pub email: String,
    /// What they are here.
    pub role: MemberRole,
    /// It is the one who looks.
    pub you: bool,
}

/// An open invitation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct InvitationView {
    /// Id, to withdraw it.
    pub id: String,
    /// To whom.
    pub email: String,
    /// As what.
    pub role: MemberRole,
    /// ISO 8601.
    pub sent_at: String,
    /// ISO 8601.
    pub expires_at: String,
}

/// What whoever holds an invitation's token sees of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReceivedInvitationView {
    /// Name of the unit.
    pub unit: String,
    /// To whom it was sent.
    pub email: String,
    /// As what.
    pub role: MemberRole,
    /// There is an account of this e-mail: sign in and accept. Else one is made here.
    pub registered: bool,
}

/// Orders of the units somebody decides for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalsView {
    /// Those that wait, the oldest first; then those decided last, newest first.
    pub orders: Vec<ApprovalView>,
}

/// An order that waits or was decided about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalView {
    /// The order itself: what, where to, at which price.
    pub order: OrderView,
    /// First and last name of who ordered.
    pub buyer: String,
    /// Name of the unit.
    pub unit: String,
    /// What was decided.
    pub decision: Decision,
    /// What the approver said.
    pub note: String,
}

/// That an order will wait, as the review says beforehand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ApprovalForecastView {
    /// Name of the unit.
    pub unit: String,
    /// Orders above it need approval.
    pub above: Cents,
    /// Who can approve it: first and last names.
    pub approvers: Vec<String>,
    /// All that in words.
    pub text: String,
}

/// What was decided about an order, as its buyer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderApprovalView {
    /// Waiting, approved or declined.
    pub decision: Decision,
    /// Name of the unit.
    pub unit: String,
    /// What the approver said.
    pub note: String,
}
