//! The four brands and what sets them apart, as data: one table of capabilities a site.
//! Nowhere else does code ask which site it is.

use serde::{Deserialize, Serialize};

/// A brand's storefront.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Site {
    /// The flagship team-sports brand and the default.
    Fieldhouse,
    /// Games and equipment for schools.
    UsGames,
    /// The club connection.
    AthleticConnection,
    /// The umbrella.
    VarsityBrands,
}

impl Site {
    /// All sites, the default first.
    pub const ALL: [Self; 4] = [Self::Fieldhouse, Self::UsGames, Self::AthleticConnection, Self::VarsityBrands];

    /// The site key of the specifications.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Fieldhouse => "fieldhouse",
            Self::UsGames => "usgames",
            Self::AthleticConnection => "athleticconnection",
            Self::VarsityBrands => "varsitybrands",
        }
    }

    /// The site of a key, exactly as written.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|site| site.key() == key)
    }
}

/// What a site can do and is called (decisions: brands). One row of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null, hashmap_as_object))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BrandView {
    /// Site key.
    pub site: Site,
    /// Shown name.
    pub name: String,
    /// Promo-code box in the cart (cart §2).
    pub promo_box: bool,
    /// Certificate box in the cart.
    pub certificate_box: bool,
    /// Program ID box.
    pub program_id_box: bool,
    /// Create-account link at sign-in.
    pub register_link: bool,
    /// Certificates link in the account navigation.
    pub certificates_nav_link: bool,
    /// Change-request links in the address book.
    pub change_requests: bool,
    /// Personal prices are asked for even without a code.
    pub always_personal_prices: bool,
    /// `dot` or `dash`.
    pub divider: String,
    /// Label of the savings line.
    pub savings_label: String,
    /// Uses the alternate navigation and footer.
    pub alternate_shell: bool,
    /// 'Satisfaction guaranteed' and two brand logo links in the footer (shell §1).
    pub satisfaction_badge: bool,
    /// Wishlist link and hearts.
    pub wishlist: bool,
    /// Phone for call-to-order articles.
    pub call_to_order_phone: String,
    /// Catalog of certificate calls: `BS` or `US` (cart §7).
    pub certificate_catalog: String,
    /// Site code of certificate calls (cart §7).
    pub certificate_site_code: String,
    /// Site code of report pages (shell §1).
    pub report_site_code: String,
}

/// The capabilities of a site.
pub fn brand(site: Site) -> BrandView {
    let flagship = site == Site::Fieldhouse;
    let club = site == Site::AthleticConnection;
    let (name, phone, certificate_site_code, report_site_code) = match site {
        Site::Fieldhouse => ("Fieldhouse", "1-800-555-0142", "M_BSN2", "M_BSN"),
        Site::UsGames => ("US Games", "1-800-555-0163", "M_USG", "M_USG"),
        Site::AthleticConnection => ("Athletic Connection", "1-800-555-0127", "M_TAC", "M_TAC"),
        Site::VarsityBrands => ("Varsity Brands", "1-800-555-0188", "VB", "M_VB"),
    };
    BrandView {
        site,
        name: name.to_owned(),
        promo_box: !club,
        certificate_box: !club,
        program_id_box: !club,
        register_link: !club,
        certificates_nav_link: !club,
        change_requests: !club,
        always_personal_prices: club,
        divider: if site == Site::VarsityBrands { "dash" } else { "dot" }.to_owned(),
        savings_label: if club { "5% Off for Ordering Online" } else { "Savings" }.to_owned(),
        alternate_shell: site == Site::VarsityBrands,
        satisfaction_badge: site == Site::UsGames,
        wishlist: flagship,
        call_to_order_phone: phone.to_owned(),
        certificate_catalog: if flagship { "BS" } else { "US" }.to_owned(),
        certificate_site_code: certificate_site_code.to_owned(),
        report_site_code: report_site_code.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of the table as the specifications state them, in the order of [`Site::ALL`].
    fn column<T>(read: impl Fn(BrandView) -> T) -> [T; 4] {
        Site::ALL.map(|site| read(brand(site)))
    }

    #[test]
    fn keys_read_back_and_nothing_else_is_a_site() {
        for site in Site::ALL {
            assert_eq!(Site::parse(site.key()), Some(site));
            assert_eq!(brand(site).site, site);
        }
        for key in ["", "Fieldhouse", "fieldhouse ", "bsn"] {
            assert_eq!(Site::parse(key), None, "{key:?}");
        }
    }

    #[test]
    fn the_club_site_has_no_code_boxes_and_no_registration() {
        // fieldhouse, usgames, athleticconnection, varsitybrands
        let all_but_club = [true, true, false, true];
        assert_eq!(column(|brand| brand.promo_box), all_but_club);
        assert_eq!(column(|brand| brand.certificate_box), all_but_club);
        assert_eq!(column(|brand| brand.program_id_box), all_but_club);
        assert_eq!(column(|brand| brand.register_link), all_but_club);
        assert_eq!(column(|brand| brand.certificates_nav_link), all_but_club);
        assert_eq!(column(|brand| brand.change_requests), all_but_club);
        assert_eq!(column(|brand| brand.always_personal_prices), [false, false, true, false]);
    }

    #[test]
    fn codes_and_labels_are_the_specifications() {
        assert_eq!(column(|brand| brand.certificate_catalog), ["BS", "US", "US", "US"]);
        assert_eq!(column(|brand| brand.certificate_site_code), ["M_BSN2", "M_USG", "M_TAC", "VB"]);
        assert_eq!(column(|brand| brand.report_site_code), ["M_BSN", "M_USG", "M_TAC", "M_VB"]);
        assert_eq!(column(|brand| brand.divider), ["dot", "dot", "dot", "dash"]);
        assert_eq!(column(|brand| brand.satisfaction_badge), [false, true, false, false]);
        assert_eq!(column(|brand| brand.alternate_shell), [false, false, false, true]);
        let savings = column(|brand| brand.savings_label);
        assert_eq!(savings, ["Savings", "Savings", "5% Off for Ordering Online", "Savings"]);
    }

    #[test]
    fn every_site_has_its_own_phone_and_name() {
        let phones: std::collections::BTreeSet<String> = column(|brand| brand.call_to_order_phone).into();
        let names: std::collections::BTreeSet<String> = column(|brand| brand.name).into();
        assert_eq!((phones.len(), names.len()), (4, 4));
    }
}
