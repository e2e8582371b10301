//! What somebody who works for the store may be allowed to do: one row each, with its key and what it is called. Not here:
//! which role has it (`role`).

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Declares the permissions: variant, key and name; what is told beside the name are marks.
macro_rules! permissions {
    ($($(#[doc = $doc:literal])+ $variant:ident => $key:literal, $name:literal $(, $mark:ident)*;)+) => {
        /// Something that not everybody who works for the store may do. Stored and sent by its key.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Permission {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Permission {
            /// All of them, as the roles page lists them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// As it is stored and sent: what it is about, a dot, what is done.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)+
                }
            }

            /// What people call it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            const fn marks(self) -> &'static [Mark] {
                match self {
                    $(Self::$variant => &[$(Mark::$mark),*],)+
                }
            }
        }

        /// Hands the list of permissions to the macro named by `$then`: each variant with its key.
        #[macro_export]
        macro_rules! for_each_permission {
            ($then:path) => {
                $then! { $($variant => $key;)+ }
            };
        }
    };
}

/// What sets some permissions apart.
#[derive(PartialEq, Eq)]
enum Mark {
    /// Wants somebody who signed in moments ago.
    Dangerous,
    /// A role may have it up to an amount.
    Capped,
    /// Of the whole store, not of a brand: only a role that is given for all brands gives it.
    WholeStore,
}

permissions! {
    /// Orders and what belongs to them, without amounts.
    OrdersView => "orders.view", "See orders";
    /// Prices, totals and balances of orders: who packs needs none.
    AmountsView => "amounts.view", "See amounts";
    /// Internal and public notes at an order.
    OrdersNote => "orders.note", "Write notes";
    /// Lines, address, shipping, purchase order of what was placed.
    OrdersEdit => "orders.edit", "Edit orders";
    /// What was not shipped yet.
    OrdersCancel => "orders.cancel", "Cancel orders and parts of them";
    /// Open and close holds.
    OrdersHold => "orders.hold", "Hold orders and end holds";
    /// Let an order go its way.
    OrdersApproveRelease => "orders.approve_release", "Approve and release orders";
    /// Edit what production has in hand already.
    OrdersOverride => "orders.override", "Edit orders in production";
    /// Take off an amount with a reason; more than the cap needs a second person.
    OrdersDiscount => "orders.discount", "Give discounts on orders", Capped;
    /// Pick, pack, ship, deliver.
    ShipmentsWrite => "shipments.write", "Pick, pack and ship";
    /// Refunds and credits; more than the cap needs a second person.
    RefundsCreate => "refunds.create", "Create refunds", Capped;
    /// Be the second person of a refund, credit or discount.
    RefundsApproveAboveCap => "refunds.approve_above_cap", "Approve refunds above a cap", Dangerous;
    /// Say what should become of a return.
    ReturnsPropose => "returns.propose", "Propose returns";
    /// Take in what came back.
    ReturnsReceive => "returns.receive", "Receive returns";
    /// Approve and refuse returns.
    ReturnsDecide => "returns.decide", "Decide about returns";
    /// Products, drafts and all.
    CatalogueView => "catalogue.view", "See the catalog";
    /// Drafts of products and categories.
    CatalogueEdit => "catalogue.edit", "Edit the catalog";
    /// Put drafts before shoppers.
    CataloguePublish => "catalogue.publish", "Publish the catalog";
    /// Prices, tiers, codes.
    PricesEdit => "prices.edit", "Edit prices";
    /// What an article costs the store.
    CostView => "cost.view", "See costs";
    /// On hand and incoming, with a reason.
    StockAdjust => "stock.adjust", "Adjust stock";
    /// Customers and business units.
    CustomersView => "customers.view", "See customers";
    /// Their details, people and roles.
    CustomersEdit => "customers.edit", "Edit customers";
    /// Files of them.
    CustomersExport => "customers.export", "Export customers", Dangerous;
    /// For good.
    CustomersErase => "customers.erase", "Erase customers", Dangerous;
    /// Credit and approval limits of business units.
    LimitsEdit => "limits.edit", "Edit limits";
    /// Tax certificates.
    CertificatesVerify => "certificates.verify", "Verify certificates";
    /// Terms of payment.
    TermsEdit => "terms.edit", "Edit terms";
    /// Make and send quotes.
    QuotesWrite => "quotes.write", "Write quotes";
    /// In a quote, more than 15 % off.
    QuotesDiscountAbove => "quotes.discount_above", "Give more than 15 % off in quotes";
    /// See and fill a customer's cart in the storefront.
    ShopAs => "shop_as", "Shop as a customer", Dangerous;
    /// Content with its drafts.
    ContentView => "content.view", "See content drafts";
    /// Drafts.
    ContentEdit => "content.edit", "Edit content";
    /// Put drafts before visitors.
    ContentPublish => "content.publish", "Publish content";
    /// Forms, change requests, newsletter: what people wrote to the store.
    InboxView => "inbox.view", "See what people wrote";
    /// Assign and answer it.
    InboxAnswer => "inbox.answer", "Answer what people wrote";
    /// Letters and messages to other systems that are parked.
    JobsRetry => "jobs.retry", "Retry and drop parked work", WholeStore;
    /// Who works for the store, and the roles.
    StaffView => "staff.view", "See staff and roles", WholeStore;
    /// Invite, suspend, give roles: never one with more than one's own.
    StaffManage => "staff.manage", "Manage staff", Dangerous, WholeStore;
    /// What a role may do: never more than oneself.
    RolesEdit => "roles.edit", "Edit roles", Dangerous, WholeStore;
    /// Keys of programs.
    KeysManage => "keys.manage", "Manage keys", Dangerous, WholeStore;
    /// Where events are sent.
    WebhooksManage => "webhooks.manage", "Manage webhooks", WholeStore;
    /// Settings of a brand: which letters it sends.
    SettingsView => "settings.view", "See settings";
    /// The same, changed.
    SettingsEdit => "settings.edit", "Edit settings";
    /// What one did oneself.
    AuditOwn => "audit.own", "See one's own acts";
    /// What everybody did.
    AuditView => "audit.view", "See the audit log", WholeStore;
    /// All of it as a file.
    AuditExport => "audit.export", "Export the audit log", Dangerous, WholeStore;
}

impl Permission {
    /// Reads a key, exactly as written.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|permission| permission.key() == key)
    }

    /// True for what wants somebody who signed in moments ago.
    pub fn is_dangerous(self) -> bool {
        self.marks().contains(&Mark::Dangerous)
    }

    /// True for what a role may have up to an amount.
    pub fn is_capped(self) -> bool {
        self.marks().contains(&Mark::Capped)
    }

    /// True for what belongs to no brand: a role that is given for some brands does not give it.
    pub fn is_of_the_whole_store(self) -> bool {
        self.marks().contains(&Mark::WholeStore)
    }

    /// What a second person needs who approves more than the cap of the first.
    pub fn approved_by(self) -> Option<Self> {
        self.is_capped().then_some(Self::RefundsApproveAboveCap)
    }
}

impl Serialize for Permission {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Permission {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        Self::parse(&key).ok_or_else(|| de::Error::unknown_variant("", &["a permission's key"]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_back_and_no_two_are_alike() {
        for (place, permission) in Permission::ALL.iter().enumerate() {
            assert_eq!(Permission::parse(permission.key()), Some(*permission));
            assert_eq!(Permission::ALL.iter().position(|other| other.key() == permission.key()), Some(place));
            assert!(!permission.name().is_empty());
        }
        for key in ["", "orders", "Orders.View", "orders.view ", "*"] {
            assert_eq!(Permission::parse(key), None, "{key:?}");
        }
    }

    #[test]
    fn what_wants_a_fresh_sign_in_is_roles_keys_exports_second_approvals_and_shopping_as_somebody() {
        let dangerous: Vec<&str> =
            Permission::ALL.iter().filter(|one| one.is_dangerous()).map(|one| one.key()).collect();
        let expected = [
            "refunds.approve_above_cap",
            "customers.export",
            "customers.erase",
            "shop_as",
            "staff.manage",
            "roles.edit",
            "keys.manage",
            "audit.export",
        ];
        assert_eq!(dangerous, expected);
    }
}
