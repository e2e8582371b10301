//! The table of calls: every rule that the browser, the page renderer and the vectors may call, in
//! one place. A row is a name in camelCase, its arguments, its result and the core call behind it.
//! Not here: how a call crosses a border (`dispatch` for JSON, the wasm crate for the browser).
//!
//! To offer a rule: add its types to the `pub use` below and a row to
//! [`for_each_rule!`](crate::for_each_rule), or to the table of the module whose pages alone ask for it; the
//! call goes by its full path. A type in a row is
//! `String`, `bool`, `u32` or a struct or enum that derives `tsify::Tsify` under the `wasm` feature,
//! plain or as `Vec<…>` or `Option<…>`. An absent answer is `null` in JSON and `undefined` in the browser.

pub use crate::{
    brand::{BrandView, Site},
    cart::{
        AddLineDraft, NextTierView, PricePairView, SummaryView,
        forecast::{CartForecastView, CartLineDraft},
        lines::ArticleDraft,
        quantity::{QuantityMode, QuantityRule, QuantityVerdict},
        summary::{SummaryDraft, SummaryPage},
    },
    catalog::{AddButtonDraft, ButtonView, SizeChoiceDraft, SwatchRowView},
    certificates::{
        CertificateDraft, CertificatePlace, CertificateView,
        held::{CertificateLineView, HeldCertificateDraft},
    },
    money::Cents,
    offers::{CodeChange, OfferCodeView},
    pricing::{CodesDraft, PriceStateDraft, PriceTextView, PricesDraft, Tier},
    quick_order::QuickChoicesView,
    rule::FieldError,
    search::query::QueryView,
};

/// Hands the table of what any page may call to the macro named by `$then`.
#[macro_export]
macro_rules! for_each_rule {
    ($then:path) => {
        $then! {
            /// An amount in US dollars: `$1,234.50` (cart §9).
            formatCents(cents: Cents) -> String = $crate::money::format_cents(cents);
            /// The capabilities of a site (decisions: brands).
            brand(site: Site) -> BrandView = $crate::brand::brand(site).clone();

            /// Reads a typed quantity and checks it as the field's mode asks (cart §5).
            checkTypedQuantity(text: String, rule: QuantityRule, mode: QuantityMode) -> QuantityVerdict =
                $crate::cart::quantity::check_typed_quantity(&text, rule, mode);
            /// The smallest quantity that breaks no rule; absent when there is none.
            firstValidQuantity(rule: QuantityRule) -> Option<u32> = rule.first_valid();
            /// What is wrong with a line to be added, as the server will say it; an absent article is an
            /// unknown sku (decisions: quantities).
            checkAddLine(draft: AddLineDraft, article: Option<ArticleDraft>, site: Site) -> Vec<FieldError> =
                $crate::cart::lines::check_add_draft(&draft, article.as_ref(), site);
            /// What is said of an article that is only sold by phone (cart §5).
            callToOrderText(phone: String) -> String = $crate::cart::lines::call_to_order_text(&phone);
            /// Evaluates a whole cart: prices with pooled quantities, errors, sums (cart §9).
            evaluateCart(site: Site, lines: Vec<CartLineDraft>) -> CartForecastView =
                $crate::cart::forecast::evaluate_cart(site, &lines);
            /// 'Add 3 more of any size and save $12.00' (decisions: prices).
            nextTierText(next: NextTierView, sized: bool) -> String =
                $crate::cart::evaluation::next_tier_text(&next, sized);
            /// The order summary with the labels of site and page (cart §2, §9).
            summarize(site: Site, page: SummaryPage, amounts: SummaryDraft) -> SummaryView =
                $crate::cart::summary::summarize(site, page, &amounts);

            /// Base and your price of one piece at a pooled quantity; absent without a base price (cart §9).
            yourPrice(prices: PricesDraft, pooled: u32) -> Option<PricePairView> =
                $crate::pricing::your_price(prices.as_prices(), u64::from(pooled)).map($crate::pricing::YourPrice::view);
            /// Whether personal prices are asked for (cart §7).
            wantsPersonalPrices(site: Site, codes: CodesDraft, skus: u32) -> bool =
                $crate::pricing::wants_personal_prices(site, &codes, skus);
            /// The flyer code that counts: a certificate's stands before an offer code (cart §4).
            flyerThatCounts(codes: CodesDraft) -> String = codes.flyer().to_owned();
            /// The lowest your price of several articles at a single piece; absent without any base price (cart §3).
            lowestPrice(articles: Vec<PricesDraft>) -> Option<PricePairView> =
                $crate::pricing::lowest_price(articles.iter().map($crate::table::PricesDraft::as_prices))
                    .map($crate::pricing::YourPrice::view);
            /// The texts of a price: amount, struck base, unit, or why there is none (cart §8).
            priceText(state: PriceStateDraft) -> PriceTextView = $crate::pricing::price_text(&state);
            /// 'Buy 12+ for $9.50 pair' (cart §9).
            tierText(tier: Tier, unitOfMeasure: String) -> String = $crate::pricing::tier_text(&tier, &unitOfMeasure);

            /// What is wrong with an entered certificate number before it is looked up (cart §5).
            checkCertificateEntry(number: String, held: Vec<String>, place: CertificatePlace) -> Option<FieldError> =
                $crate::certificates::check_certificate_entry(&number, &held, place);
            /// The certificate page: details, button, secondary button (cart §2, §4).
            certificateView(certificate: Option<CertificateDraft>, added: bool) -> CertificateView =
                $crate::certificates::certificate_view(certificate.as_ref(), added);
            /// The certificates of a cart, with what of them would be lost (decisions: certificates).
            certificateLines(held: Vec<HeldCertificateDraft>, total: Cents) -> Vec<CertificateLineView> =
                $crate::certificates::held::certificate_lines(&held, total);

            /// What a typed offer code is (cart §5).
            readOfferCode(typed: String) -> OfferCodeView = $crate::offers::read_offer_code(&typed);
            /// What a typed program id is (cart §5).
            readProgramId(typed: String) -> OfferCodeView = $crate::offers::read_program_id(&typed);
            /// Whether the offer code may be changed or removed beside a certificate's (cart §4).
            checkCodeChange(change: CodeChange, certFlyerCode: String) -> Option<FieldError> =
                $crate::offers::check_code_change(change, &certFlyerCode);
            /// 'Program ID {id} Applied' (cart §4).
            programAppliedText(id: String) -> String = $crate::offers::program_applied_text(&id);

            /// The word after a price, empty for 'each' (cart §9).
            unitSuffix(code: String) -> String = $crate::catalog::unit_suffix(&code).to_owned();

            /// 'Available on MM/DD', 'Out of stock' or empty (cart §4).
            stockNote(unavailable: bool, availableDate: String) -> String =
                $crate::catalog::stock_note(unavailable, &availableDate);
            /// 'Temporarily out of stock' or empty (shell §8).
            tileStockNote(outOfStock: bool) -> String = $crate::catalog::tile_stock_note(outOfStock).to_owned();
            /// 'Add to Cart' or a disabled 'Out of stock' (cart §4).
            addButton(state: AddButtonDraft) -> ButtonView = $crate::catalog::add_button(state);

            /// Whether a size can be chosen beside the skus of the other rows (cart §5).
            sizeSelectable(size: SizeChoiceDraft, chosenElsewhere: Vec<String>) -> bool =
                $crate::catalog::size_selectable(&size, &chosenElsewhere);
            /// Sizes in the order they are listed in: YXS … 4XL, numbers, fractions.
            sortSizes(sizes: Vec<String>) -> Vec<String> = $crate::catalog::sort_sizes(sizes);
            /// Colour swatches drawn, and '+N' (shell §9).
            swatchRow(count: u32) -> SwatchRowView = $crate::catalog::swatch_row(count);

            /// Which values of a quick-order row are open, and the article they lead to (cart §5).
            quickChoices(values: Vec<String>, choices: Vec<String>) -> QuickChoicesView =
                $crate::quick_order::quick_choices(&values, &choices);
            /// Whether a quick-order row counts (cart §5); `labels` is the number of free texts.
            quickRowCounts(options: Vec<AddLineDraft>, labels: u32) -> bool =
                $crate::quick_order::quick_row_counts(&options, labels);

            /// The `recentlyViewed` list after a product was viewed (shell §4).
            rememberViewed(stored: String, id: String) -> String = $crate::catalog::remember_viewed(&stored, &id);
            /// Ids of the products to show, newest first, at most 4 (shell §4).
            recentlyViewed(stored: String) -> Vec<String> = $crate::catalog::recently_viewed(&stored);
            /// What is wrong with a lone e-mail address, as of the newsletter (shell §5).
            checkEmail(email: String) -> Vec<FieldError> = $crate::account::email::check_email(&email);
            /// A typed search query, cleaned and judged (shell §5).
            readQuery(typed: String) -> QueryView = $crate::search::query::read_query(&typed);
            /// The canonical query of the list page at a path and a search: the same text for the same list.
            listQuery(path: String, search: String) -> String = $crate::search::address::list_query(&path, &search);
        }
    };
}

/// The calls of sign-in, account pages and checkout: a module of its own in the browser, loaded with those pages.
pub mod account {
    pub use crate::{
        account::{AccountInformationDraft, PasswordDraft, RegistrationDraft, ResetRequestDraft, SignInDraft},
        addresses::{AddressFormDraft, states::ChoiceView},
        checkout::{CheckoutStep, PaymentDraft, ShippingDraft},
        form::{FieldView, Form},
        people::InvitedPersonDraft,
        rule::FieldError,
    };
}

/// Hands the table of the account pages' calls to the macro named by `$then`.
#[macro_export]
macro_rules! for_each_account_rule {
    ($then:path) => {
        $then! {
            /// Whether addresses of a country are looked up (account §9).
            isAddressVerified(country: String) -> bool = $crate::addresses::lookup::is_address_verified(&country);
            /// The fields of a form: required, length, when checked, what the browser fills in (account §5).
            formFields(form: Form) -> Vec<FieldView> = $crate::form::form_fields(form);
            /// Everything wrong with an address form (account §5).
            checkAddress(address: AddressFormDraft) -> Vec<FieldError> = $crate::addresses::address::check_address(&address);
            /// An empty address form: country US (account §5).
            newAddress() -> AddressFormDraft = $crate::table::account::AddressFormDraft::default();
            /// Countries to choose from.
            countries() -> Vec<ChoiceView> = $crate::addresses::countries::countries();
            /// States of a country; none where a state is free text (account §5).
            states(country: String) -> Vec<ChoiceView> = $crate::addresses::states::states(&country);
            /// The state after the country was set: another country clears it (account §5).
            stateAfterCountry(before: String, after: String, state: String) -> String =
                $crate::addresses::states::state_after_country(&before, &after, &state);
            /// Everything wrong with a registration (account §5).
            checkRegistration(registration: RegistrationDraft) -> Vec<FieldError> =
                $crate::account::registration::check_registration(&registration);
            /// An empty registration: newsletter yes, country US (account §9).
            newRegistration() -> RegistrationDraft = $crate::table::account::RegistrationDraft::default();
            /// Everything wrong with the sign-in form (account §5).
            checkSignIn(credentials: SignInDraft) -> Vec<FieldError> = $crate::account::sign_in::check_sign_in(&credentials);
            /// Everything wrong with a request for a reset link (account §5).
            checkResetRequest(request: ResetRequestDraft) -> Vec<FieldError> =
                $crate::account::sign_in::check_reset_request(&request);
            /// Everything wrong with a new password (account §5).
            checkPasswordForm(password: PasswordDraft) -> Vec<FieldError> =
                $crate::account::password::check_password_form(&password);
            /// Everything wrong with account information; another e-mail needs the current password (account §5).
            checkAccountInformation(information: AccountInformationDraft, presentEmail: String) -> Vec<FieldError> =
                $crate::account::information::check_account_information(&information, &presentEmail);
            /// Everything wrong with what an invited person tells who has no account yet.
            checkInvitedPerson(person: InvitedPersonDraft, email: String) -> Vec<FieldError> =
                $crate::people::invitation::check_invited_person(&person, &email);
            /// The path to go to after signing in: a path of this site, else `/` (requirement R50).
            safeRedirect(callback: String) -> String = $crate::redirect::safe_redirect(&callback);
            /// Everything wrong with the shipping step; `methods` are the keys on offer.
            checkShipping(shipping: ShippingDraft, methods: Vec<String>) -> Vec<FieldError> =
                $crate::checkout::shipping::check_shipping(&shipping, &methods);
            /// The step of checkout that an address opens while `unfinished` is the first that still needs something.
            stepToShow(asked: String, unfinished: CheckoutStep) -> CheckoutStep =
                $crate::checkout::step::step_to_show(&asked, unfinished);
            /// Everything wrong with the payment step.
            checkPayment(payment: PaymentDraft) -> Vec<FieldError> = $crate::checkout::payment::check_payment(&payment);
        }
    };
}

/// The calls of the roster page: a module of its own in the browser, loaded with that page.
pub mod roster {
    pub use crate::roster::{RosterDraft, RosterRow, RosterView, columns::RosterGuessView, sheet::RosterSheetView};
}

/// Hands the table of the roster page's calls to the macro named by `$then`.
#[macro_export]
macro_rules! for_each_roster_rule {
    ($then:path) => {
        $then! {
            /// Reads a pasted text as a table.
            readRosterText(text: String) -> RosterSheetView = $crate::roster::sheet::read_text(&text);
            /// Reads a dropped file as a table: XLSX, or a text in whichever encoding.
            readRosterFile(bytes: Vec<u8>) -> RosterSheetView = $crate::roster::file::read_file(&bytes);
            /// Guesses where the rows begin and what each column holds.
            guessRosterColumns(rows: Vec<RosterRow>) -> RosterGuessView = $crate::roster::columns::guess_columns(&rows);
            /// The size of a list that a word means: 'youth med' is 'YM'; absent when that is not sure.
            readRosterSize(typed: String, sizes: Vec<String>) -> Option<String> =
                $crate::roster::matching::read_size(&typed, &sizes);
            /// Matches, judges and prices a whole roster.
            evaluateRoster(draft: RosterDraft) -> RosterView = $crate::roster::evaluation::evaluate_roster(&draft);
            /// Rows as a CSV file that no spreadsheet takes for formulas.
            exportRoster(rows: Vec<RosterRow>) -> String = $crate::roster::export::export_csv(&rows);
        }
    };
}

/// The calls of the desk: a module of its own in the browser, loaded with the desk's bundle and by no page of the store.
pub mod desk {
    pub use crate::{
        addresses::states::ChoiceView,
        money::Cents,
        orders::{
            acts::{CancelDraft, LineQuantity, LineState, PieceMove, PlanView},
            hold::HoldDraft,
            note::NoteDraft,
            refund::RefundDraft,
            shipment::{ParcelDraft, ShipmentState},
            views::RefundState,
        },
        rule::FieldError,
        staff::shop_as::ShopAsDraft,
    };
}

/// Hands the table of the desk's calls to the macro named by `$then`.
#[macro_export]
macro_rules! for_each_desk_rule {
    ($then:path) => {
        $then! {
            /// An amount in US dollars: `$1,234.50`.
            dollars(amount: Cents) -> String = $crate::money::format_cents(amount);
            /// An amount as somebody types it, `1,250` or `$12.50`; absent when it is none.
            readDollars(typed: String) -> Option<Cents> = $crate::table::desk::Cents::parse_typed(&typed);
            /// What an order may wait for, as it is offered.
            holdKinds() -> Vec<ChoiceView> = $crate::orders::hold::hold_kinds();
            /// Why pieces are canceled, as it is offered.
            cancelReasons() -> Vec<ChoiceView> = $crate::orders::acts::cancel_reasons();
            /// How an amount is given back, as it is offered.
            refundMethods() -> Vec<ChoiceView> = $crate::orders::refund::refund_methods();
            /// The carriers, as they are offered.
            carriers() -> Vec<ChoiceView> = $crate::orders::shipment::carrier_choices();
            /// The entries of an act on pieces of an order, or all that is wrong with it.
            planPieces(lines: Vec<LineState>, moved: PieceMove, wanted: Vec<LineQuantity>) -> PlanView =
                $crate::orders::acts::plan(&lines, moved, &wanted);
            /// Which of so many open names is the first that an act takes where nobody says whose.
            firstPlayer(open: u32, pieces: u32, last: bool) -> Option<u32> =
                $crate::orders::players::first_player(open, pieces, last);
            /// What is wrong with the names that were chosen among those that are open, for so many pieces.
            checkPlayers(open: Vec<String>, chosen: Vec<String>, pieces: u32) -> Option<FieldError> =
                $crate::orders::players::check_players(&open, &chosen, pieces);
            /// What is wrong with cancelling, but for its pieces.
            checkCancel(draft: CancelDraft) -> Vec<FieldError> = $crate::orders::acts::check_cancel(&draft);
            /// Everything wrong with a hold.
            checkHold(draft: HoldDraft) -> Vec<FieldError> = $crate::orders::hold::check_hold(&draft);
            /// What is wrong with a note.
            checkNote(draft: NoteDraft) -> Option<FieldError> = $crate::orders::note::check_note(&draft);
            /// What keeps somebody from shopping as a customer.
            checkShopAs(draft: ShopAsDraft) -> Option<FieldError> = $crate::staff::shop_as::check_shop_as(&draft);
            /// Everything wrong with a credit of an order of which so much may still be credited.
            checkRefund(draft: RefundDraft, creditable: Cents) -> Vec<FieldError> =
                $crate::orders::refund::check_refund(&draft, creditable);
            /// What keeps somebody from deciding about a credit above a cap.
            checkRefundDecider(own: bool, state: RefundState) -> Option<FieldError> =
                $crate::orders::refund::check_refund_decider(own, state);
            /// Everything wrong with the parcels of a shipment.
            checkParcels(parcels: Vec<ParcelDraft>) -> Vec<FieldError> = $crate::orders::shipment::check_parcels(&parcels);
            /// What keeps a shipment from another state.
            checkShipmentMove(before: ShipmentState, after: ShipmentState) -> Option<FieldError> =
                $crate::orders::shipment::check_move(before, after);
        }
    };
}

/// The calls of the window that edits an order: a module of its own in the browser, loaded with that window.
pub mod edit {
    pub use crate::orders::edit::{EditAmountsDraft, EditBasis, EditPreviewView};
}

/// Hands the table of the calls of edits to the macro named by `$then`.
#[macro_export]
macro_rules! for_each_edit_rule {
    ($then:path) => {
        $then! {
            /// What an edit makes of an order, or all that is wrong with it.
            previewEdit(basis: EditBasis, draft: EditAmountsDraft) -> EditPreviewView =
                $crate::orders::edit::preview_edit(&basis, &draft);
        }
    };
}

/// The calls of a new season: a module of its own in the browser, loaded where an earlier order meets a roster.
pub mod season {
    pub use crate::orders::season::{SeasonComparisonView, SeasonSheetView, SeasonSide};
}

/// Hands the table of the calls of a new season to the macro named by `$then`.
#[macro_export]
macro_rules! for_each_season_rule {
    ($then:path) => {
        $then! {
            /// What a new roster makes different from an earlier order.
            compareSeasons(before: SeasonSide, now: SeasonSide) -> SeasonComparisonView =
                $crate::orders::season::compare_seasons(&before, &now);
            /// The players of an earlier order as a roster to begin with.
            seasonSheet(before: SeasonSide) -> SeasonSheetView = $crate::orders::season::season_sheet(&before);
        }
    };
}

/// The calls of the desk's pages of stock: a module of its own in the browser, loaded with these pages.
pub mod stock {
    pub use crate::{
        addresses::states::ChoiceView,
        rule::FieldError,
        stock::drafts::{AdjustDraft, CountDraft, IncomingDraft, ReceiveDraft, StockNoteDraft},
    };
}

/// Hands the table of the calls of stock to the macro named by `$then`.
#[macro_export]
macro_rules! for_each_stock_rule {
    ($then:path) => {
        $then! {
            /// Why stock is corrected, as it is offered.
            stockReasons() -> Vec<ChoiceView> = $crate::stock::drafts::stock_reasons();
            /// Everything wrong with a count of an article.
            checkCount(draft: CountDraft) -> Vec<FieldError> = $crate::stock::drafts::check_count(&draft);
            /// Everything wrong with a correction of an article of which so many are on hand.
            checkAdjust(draft: AdjustDraft, onHand: u32) -> Vec<FieldError> =
                $crate::stock::drafts::check_adjust(&draft, onHand);
            /// Everything wrong with a delivery on a day of the store, YYYY-MM-DD.
            checkIncoming(draft: IncomingDraft, today: String) -> Vec<FieldError> =
                $crate::stock::drafts::check_incoming(&draft, &today);
            /// What is wrong with what came in of a delivery of which so many are on their way.
            checkReceive(draft: ReceiveDraft, left: u32) -> Option<FieldError> =
                $crate::stock::drafts::check_receive(&draft, left);
            /// Everything that keeps an article from not being counted any more.
            checkEnd(draft: StockNoteDraft, expected: bool) -> Vec<FieldError> =
                $crate::stock::drafts::check_end(&draft, expected);
        }
    };
}

/// Rules that only the server decides by: callable by name, for the vectors, but not part of the
/// browser's module, where every kilobyte is paid for on a phone.
#[cfg(feature = "dispatch")]
pub mod server_only {
    pub use crate::{
        account::{AddressView, device::DeviceNameView},
        addresses::lookup::{AddressLookup, AddressSuggestionView},
        brand::Site,
        business_units::ChangeRequestDraft,
        cart::{ordered::OptionView, quantity::QuantityMode, requisition::RequisitionRowDraft},
        catalog::AttributeView,
        certificates::{CertificateDraft, CertificatePlace, CertificateQuestion, answer::CertificateRecord},
        checkout::{
            ShippingDraft,
            freight::{FreightMethod, FreightTable},
            look_up::OrderLookUpDraft,
            placement::PlacementDraft,
            tax::{Tax, TaxRates, TaxTable, TaxedOrder},
        },
        content::{FormSubmissionDraft, FormView, RedirectView},
        import::{addresses::AddressRowDraft, business_units::BusinessUnitRowDraft, customers::CustomerRowDraft},
        inbox::{AnswerDraft, MessageKind},
        money::Cents,
        offers::{CodeKind, FlyerAnswerDraft, FriendlyCodeDraft, OfferCodeView},
        orders::{
            acts::Act,
            documents::{PapersDraft, PapersWords},
            edit::OrderEditDraft,
            history::{HistoryDraft, OrderChoiceView},
            invoice::{Invoice, InvoicedOrder},
            ledger::Ledger,
            reorder::ReorderDraft,
            status::{Lifecycle, OrderQueue, OrderState, ReturnProgress, ShipmentProgress},
            views::{CountView, RefundState},
        },
        people::{
            InvitationDraft, MemberRole, UnitAct,
            approval::{ApprovalLimitDraft, Decision, DecisionDraft},
            buying::{BuyerDraft, BuyerUnit, BuyingView},
        },
        pricing::{PersonalPrice, PersonalPriceAskDraft, PersonalPriceDraft, PriceConditionDraft},
        rule::FieldError,
        staff::{GivenRoleText, RoleText},
    };
}

/// Hands the table of the server's own rules to the macro named by `$then`.
#[macro_export]
macro_rules! for_each_server_rule {
    ($then:path) => {
        $then! {
            /// The quantity a field starts with: 1 for a single variant, else 0 (cart §5).
            defaultQuantity(mode: QuantityMode) -> u32 = $crate::cart::quantity::default_quantity(mode);
            /// What is wrong with the size of a cart (decisions: prices).
            checkCartSize(lines: u32, merchandise: Cents) -> Vec<FieldError> =
                $crate::cart::lines::check_cart_totals(lines, merchandise);
            /// What is wrong with the bytes of names and numbers in a cart (R14).
            checkCartTexts(bytes: u32) -> Vec<FieldError> = $crate::cart::texts::check_texts(bytes);
            /// The word of a unit code, 'each' when unknown (cart §9).
            unitWord(code: String) -> String = $crate::catalog::unit_word(&code).to_owned();
            /// yymmdd shown as dd/mm/20yy; impossible days show nothing (cart §9).
            dateCodeText(code: String) -> String = $crate::catalog::date_code_text(&code);
            /// What is wrong with a question for a certificate at a site (cart §7).
            checkCertificateQuestion(question: CertificateQuestion, site: Site) -> Vec<FieldError> =
                $crate::certificates::check_certificate_question(&question, site);
            /// What a certificate of our table answers on a day, YYYY-MM-DD (cart §3).
            certificateAnswer(record: CertificateRecord, today: String) -> CertificateDraft =
                $crate::certificates::answer::certificate_answer(&record, &today);
            /// What keeps a looked-up certificate from being added (cart §4).
            checkCertificateAdding(certificate: CertificateDraft, held: Vec<String>, place: CertificatePlace) -> Option<FieldError> =
                $crate::certificates::check_certificate_adding(&certificate, &held, place);
            /// Redemption value in cents; absent when it is none (cart §9).
            certificateAmount(redemptionValue: String) -> Option<Cents> =
                $crate::certificates::certificate_amount(&redemptionValue);
            /// Everything that refuses an order (requirement R22).
            checkPlacement(order: PlacementDraft) -> Vec<FieldError> = $crate::checkout::placement::check_placement(&order);
            /// What the offline verifier suggests for an address (account §4).
            suggestAddresses(look_up: AddressLookup) -> Vec<AddressSuggestionView> =
                $crate::addresses::lookup::suggest_addresses(&look_up.typed, &look_up.of_zip, &look_up.of_city);
            /// What keeps a cart from being shared beside the links that are open.
            checkShare(open: u32) -> Option<FieldError> = $crate::cart::sharing::check_share(open);
            /// What is wrong with a row of friendly codes.
            checkFriendlyCode(row: FriendlyCodeDraft) -> Vec<FieldError> = $crate::offers::check_friendly_code(&row);
            /// A friendly code as it is compared.
            friendlyKey(code: String) -> String = $crate::offers::friendly_key(&code);
            /// Everything that keeps a role of staff from being stored.
            checkRole(role: RoleText) -> Vec<FieldError> = $crate::staff::check_role_text(&role);
            /// What keeps somebody with some roles from making one role of another.
            checkRoleEdit(by: Vec<GivenRoleText>, before: Option<RoleText>, after: RoleText) -> Option<FieldError> =
                $crate::staff::check_role_edit_text(&by, before.as_ref(), &after);
            /// What keeps somebody with some roles from giving others.
            checkGiving(by: Vec<GivenRoleText>, given: Vec<GivenRoleText>) -> Option<FieldError> =
                $crate::staff::check_giving_text(&by, &given);
            /// What keeps a role from being given: the store does not have it.
            checkRoleKnown(key: String, known: Vec<String>) -> Option<FieldError> =
                $crate::staff::check_role_known(&key, &known);
            /// What keeps the last owner from being anything else.
            checkLastOwner(isOwner: bool, staysOwner: bool, owners: u32) -> Option<FieldError> =
                $crate::staff::check_last_owner(isOwner, staysOwner, u64::from(owners));
            /// What keeps a letter, named by its key, from being switched on or off.
            checkLetterSwitch(key: String) -> Option<FieldError> = $crate::letters::check_switch_key(&key);
            /// What is wrong with the name of somebody who works for the store.
            checkStaffName(name: String) -> Option<FieldError> = $crate::staff::parse_staff_name(&name).err();
            /// What keeps an act from an order as it stands.
            checkOrderAct(act: Act, order: OrderState) -> Option<FieldError> =
                $crate::orders::acts::check_order_act(act, order);
            /// What may be done to an order as it stands.
            openActs(order: OrderState) -> Vec<Act> = $crate::orders::acts::open_acts(order);
            /// What is wrong with an edit, but for its amounts and texts.
            checkEdit(draft: OrderEditDraft, order: OrderState, methods: Vec<String>, answered: bool) -> Vec<FieldError> =
                $crate::orders::edit::check_edit(&draft, order, (&methods, answered));
            /// What keeps a buyer from canceling their own order.
            checkOwnCancel(order: OrderState, handedOver: bool) -> Option<FieldError> =
                $crate::orders::buyers::check_own_cancel(order, handedOver);
            /// What canceling an order of one's own does, in numbers.
            ownCancelText(number: String, pieces: u32, charged: Cents, freed: Cents) -> String =
                $crate::orders::buyers::own_cancel_text(&number, u64::from(pieces), charged, freed);
            /// What became of the pieces of a line or an order, in words.
            piecesText(lifecycle: Lifecycle, sums: Ledger) -> String = $crate::orders::buyers::pieces_text(lifecycle, sums);
            /// Everything wrong with what a list of orders is asked for.
            checkHistory(draft: HistoryDraft) -> Vec<FieldError> = $crate::orders::history::check_history(&draft);
            /// Everything wrong with the articles of a saved list, but for which there are.
            checkListRows(rows: Vec<RequisitionRowDraft>) -> Vec<FieldError> = $crate::cart::requisition::check_rows(&rows);
            /// Whether a saved list is shown to a unit of who saves it.
            checkListUnit(unit: String, units: Vec<OrderChoiceView>) -> Option<FieldError> =
                $crate::cart::requisition::check_unit(&unit, &units);
            /// Everything wrong with what is ordered again, but for the articles.
            checkReorder(draft: ReorderDraft, positions: Vec<u32>) -> Vec<FieldError> =
                $crate::orders::reorder::check_reorder(&draft, &positions);
            /// What the ledger makes of a lifecycle.
            lifecycleAfter(lifecycle: Lifecycle, sums: Ledger) -> Lifecycle = lifecycle.settled(sums);
            /// The queue an order is in.
            orderQueue(order: OrderState) -> OrderQueue = $crate::orders::status::order_queue(order);
            /// The status of an order as its buyer reads it.
            orderStatus(order: OrderState) -> String = $crate::orders::status::order_status(order).to_owned();
            /// How far goods are on their way.
            shipmentProgress(sums: Ledger) -> ShipmentProgress = $crate::orders::status::shipment_progress(sums);
            /// How much of what was shipped was sent back.
            returnProgress(sums: Ledger) -> ReturnProgress = $crate::orders::status::return_progress(sums);
            /// Where a parcel can be followed.
            trackingLink(carrier: String, tracking: String) -> Option<String> =
                $crate::orders::shipment::tracking_link(&carrier, &tracking);
            /// '312', '10,000+'.
            countText(count: CountView) -> String = count.text();
            /// Whether a flyer code carried in cookies follows from what was typed (requirement R11).
            checkCarriedCode(flyerCode: String, answer: Option<FlyerAnswerDraft>, today: String) -> Option<FieldError> =
                $crate::offers::check_carried_code(&flyerCode, answer.as_ref(), &today);
            /// How popular a product is, with what shoppers did with it (decisions: search).
            popularity(own: u32, clicks: u32, added: u32) -> u32 = $crate::search::popularity::popularity(own, clicks, added);
            /// Freight of a method of the default table for a merchandise total (decisions: checkout).
            freight(method: String, merchandiseCents: Cents) -> Option<Cents> =
                $crate::table::server_only::FreightTable::default().price(&method, merchandiseCents);
            /// What is wrong with a freight table of the configuration.
            checkFreightTable(methods: Vec<FreightMethod>) -> Vec<FieldError> =
                $crate::checkout::freight::check_freight_table(methods);
            /// What was chosen of an article, with labels (cart §3).
            chosenOptions(attributes: Vec<AttributeView>) -> Vec<OptionView> =
                $crate::cart::ordered::chosen_options(&attributes);
            /// What is wrong with looking an order up.
            checkOrderLookUp(draft: OrderLookUpDraft) -> Vec<FieldError> =
                $crate::checkout::look_up::check_order_look_up(&draft);
            /// What the shipping step begins with (decisions: checkout).
            startingShipping(email: String, book: Vec<AddressView>, methods: Vec<String>) -> ShippingDraft =
                $crate::checkout::shipping::starting_shipping(&email, &book, &methods);
            /// What certificates take off a total, one after the other (decisions: certificates).
            appliedAmounts(amounts: Vec<Cents>, total: Cents) -> Vec<Cents> =
                $crate::certificates::held::applied_amounts(amounts, total);
            /// What is wrong with a tax table of the configuration.
            checkTaxTable(rates: TaxRates) -> Vec<FieldError> = $crate::checkout::tax::check_tax_table(rates);
            /// Tax of an order by the default table, split over its lines to the cent (requirement R15).
            tax(order: TaxedOrder) -> Option<Tax> = $crate::table::server_only::TaxTable::default().tax(&order);
            /// Everything wrong with a sent hosted form (decisions: content).
            checkSubmission(form: FormView, draft: FormSubmissionDraft) -> Vec<FieldError> =
                $crate::content::forms::check_submission(&form, &draft);
            /// What is wrong with a text at a path of a content document (decisions: content; R53, R57).
            checkContentText(path: String, text: String) -> Option<FieldError> =
                $crate::content::checks::check_content_text(&path, &text);
            /// Everything wrong with redirects of the search (shell §7).
            checkRedirects(redirects: Vec<RedirectView>) -> Vec<FieldError> =
                $crate::content::redirects::check_redirects(&redirects);
            /// Where a query leads instead of to results; empty when to the results (shell §7).
            redirectOf(redirects: Vec<RedirectView>, typed: String) -> String =
                $crate::content::redirects::redirect_of(&redirects, &typed);
            /// What is wrong with a request to change sold to, bill to or payer (account §6).
            checkChangeRequest(draft: ChangeRequestDraft) -> Vec<FieldError> =
                $crate::business_units::check_change_request(&draft);
            /// What is wrong with the unit a request names (account §6).
            checkChangeRequestUnit(units: Vec<String>, named: String) -> Option<FieldError> =
                $crate::business_units::check_change_request_unit(&units, &named);
            /// What keeps a customer from asking for changes of the default information (account §6).
            checkChangeRequests(site: Site, hasUnits: bool) -> Option<FieldError> =
                $crate::business_units::check_change_requests(site, hasUnits);
            /// What is wrong with a row of customers.
            checkCustomerRow(row: CustomerRowDraft) -> Vec<FieldError> =
                $crate::import::customers::check_customer_row(&row);
            /// What is wrong with a card on the store's day, YYYY-MM-DD (account §7).
            checkCard(method: String, token: String, expMonth: String, expYear: String, today: String) -> Vec<FieldError> =
                $crate::payments::card::check_card(
                    &$crate::payments::card::CardDraft {
                        method: &method,
                        token: &token,
                        exp_month: &expMonth,
                        exp_year: &expYear,
                    },
                    &today,
                );
            /// What is wrong with a row of business units.
            checkBusinessUnitRow(row: BusinessUnitRowDraft) -> Vec<FieldError> =
                $crate::import::business_units::check_business_unit_row(&row);
            /// What is wrong with a row of addresses.
            checkAddressRow(row: AddressRowDraft) -> Vec<FieldError> = $crate::import::addresses::check_address_row(&row);
            /// Whether a role may do something in its business unit.
            mayInUnit(role: MemberRole, act: UnitAct) -> bool = $crate::people::may(role, act);
            /// What keeps somebody from another role, or without one from being removed.
            checkRoleChange(present: MemberRole, new: Option<MemberRole>, administrators: u32) -> Option<FieldError> =
                $crate::people::check_role_change(present, new, administrators);
            /// What is wrong with an invitation into a business unit.
            checkInvitation(draft: InvitationDraft, members: Vec<String>, open: u32) -> Vec<FieldError> =
                $crate::people::invitation::check_invitation(&draft, &members, open);
            /// What keeps the account of an e-mail from accepting an invitation.
            checkAccepting(invited: String, email: String) -> Option<FieldError> =
                $crate::people::invitation::check_accepting(&invited, &email);
            /// Whether an order waits for approval.
            needsApproval(role: MemberRole, limit: Option<Cents>, charged: Cents) -> bool =
                $crate::people::approval::needs_approval(role, limit, charged);
            /// What is wrong with the amount above which orders need approval.
            checkApprovalLimit(draft: ApprovalLimitDraft) -> Vec<FieldError> =
                $crate::people::approval::check_approval_limit(&draft);
            /// What is wrong with a decision about an order that waits.
            checkDecision(draft: DecisionDraft) -> Vec<FieldError> = $crate::people::approval::check_decision(&draft);
            /// What keeps somebody who may decide from deciding about an order.
            checkDecider(ownOrder: bool) -> Option<FieldError> = $crate::people::approval::check_decider(ownOrder);
            /// What the review says of an order that will wait for approval.
            approvalForecastText(unit: String, above: Cents, approvers: Vec<String>) -> String =
                $crate::people::approval::approval_forecast_text(&unit, above, &approvers);
            /// What keeps an order from being put into the cart again.
            checkReturn(decision: Option<Decision>) -> Option<FieldError> =
                $crate::people::approval::check_return(decision);
            /// For whom a cart is ordered, and what else could be chosen.
            buying(units: Vec<BuyerUnit>, chosen: String) -> Option<BuyingView> =
                $crate::people::buying::buying_view(&units, &chosen);
            /// What is wrong with a choice for whom to order.
            checkBuyer(units: Vec<BuyerUnit>, draft: BuyerDraft) -> Vec<FieldError> =
                $crate::people::buying::check_buyer(&units, &draft);
            /// What keeps a guest from ordering with the e-mail of somebody whose order would wait.
            checkGuest(wouldWait: bool) -> Option<FieldError> = $crate::people::buying::check_guest(wouldWait);
            /// A signed-in device in words, from what its browser says of itself.
            describeDevice(userAgent: String) -> DeviceNameView = $crate::account::device::describe_device(&userAgent);
            /// An amount split over lines to the cent; empty when it cannot be (requirement R15).
            splitCents(total: Cents, weights: Vec<Cents>) -> Vec<Cents> =
                $crate::checkout::split::split_cents(total, &weights).unwrap_or_default();
            /// Everything wrong with an answer to what somebody wrote to the store.
            checkAnswer(kind: MessageKind, hasSender: bool, draft: AnswerDraft) -> Vec<FieldError> =
                $crate::inbox::check_answer(kind, hasSender, &draft);
            /// What keeps an act on so many orders from beginning.
            checkBulk(orders: u32) -> Option<FieldError> = $crate::orders::bulk::check_bulk(orders);
            /// What keeps somebody who keeps so many lists of orders from keeping one more under a name.
            checkViewName(name: String, kept: u32) -> Option<FieldError> =
                $crate::orders::saved::parse_view_name(&name, kept).err();
            /// What keeps a cancellation of so many minutes ago from being taken back.
            checkUndo(lifecycle: Lifecycle, minutes: u32, undone: bool, edited: bool) -> Option<FieldError> =
                $crate::orders::undo::check_undo(lifecycle, minutes, (undone, edited));
            /// What keeps somebody who may give so much, or may not, from taking back a credit for so many pieces.
            checkWithdrawal(state: RefundState, pieces: u32, may: bool) -> Option<FieldError> =
                $crate::orders::refund::check_withdrawal(state, pieces, may);
            /// What keeps an edit with a discount from being applied by somebody who may give it alone, or may not.
            checkDiscountCap(alone: bool) -> Option<FieldError> = $crate::orders::discount::check_discount_cap(alone);
            /// What keeps pieces from being canceled without which an order comes to so much.
            checkCredited(given: Cents, credited: Cents) -> Option<FieldError> =
                $crate::orders::refund::check_credited(given, credited);
            /// What keeps pieces of a counted article from being promised.
            checkPromise(onHand: u32, reserved: u32, pieces: u32) -> Option<FieldError> =
                $crate::stock::check_promise(onHand, reserved, pieces);
            /// What is invoiced of an order as far as it was shipped; absent when it cannot be.
            invoice(order: InvoicedOrder) -> Option<Invoice> = $crate::orders::invoice::invoice(&order);
            /// What is wrong with a list of shipments whose packing slips are printed together.
            checkSlips(shipments: Vec<String>, known: Vec<String>) -> Vec<FieldError> =
                $crate::orders::documents::check_slips(&shipments, &known);
            /// What is wrong with a list of orders whose documents of a kind are printed together.
            checkPapers(draft: PapersDraft, known: Vec<String>) -> Vec<FieldError> =
                $crate::orders::documents::parse_papers(&draft, &known).err().unwrap_or_default();
            /// What keeps a file from being printed that so many documents were found for.
            checkPapersFound(papers: u32) -> Option<FieldError> = $crate::orders::documents::check_papers_found(papers);
            /// What is wrong with the templates among a brand's words on documents.
            checkPaperTemplates(words: PapersWords) -> Vec<FieldError> =
                $crate::orders::templates::check_paper_templates(&words);
            /// A price service's answer in cents; absent when it cannot be charged (cart §7).
            personalPrice(answer: PersonalPriceDraft) -> Option<Cents> = $crate::pricing::personal_price(&answer);
            /// Whether a friendly-code look-up's answer holds on a day, YYYY-MM-DD (cart §5).
            checkFlyerAnswer(answer: FlyerAnswerDraft, today: String) -> OfferCodeView =
                $crate::offers::check_flyer_answer(&answer, &today);
            /// The verdict over the message codes of a price look-up, ZW483 (cart §5).
            checkCodePrices(kind: CodeKind, messageCodes: Vec<String>) -> Option<FieldError> =
                $crate::offers::check_code_prices(kind, &messageCodes);
            /// Whether a code cookie is taken (decisions: certificates).
            isCookieCode(value: String) -> bool = $crate::offers::is_cookie_code(&value);
            /// What is wrong with a row of the price conditions (decisions: prices).
            checkPriceCondition(row: PriceConditionDraft) -> Vec<FieldError> =
                $crate::pricing::parse_price_condition(&row).err().unwrap_or_default();
            /// The personal price that price conditions give a buyer, and ZW483 (decisions: prices).
            personalPriceOf(ask: PersonalPriceAskDraft) -> PersonalPrice = $crate::pricing::personal_price_of(&ask);
        }
    };
}
