//! An order as a letter tells it: where to, what, at which price, and the sums. Values stay plain texts here;
//! the template puts them into HTML.

use fieldhouse_core::{
    addresses::address::address_lines,
    cart::{
        CartCardView, LineView, PricePairView, SummaryLineView, SummaryView,
        ordered::{options_text, printed_texts},
    },
    checkout::OrderView,
    money::format_cents,
};

/// The parts of an order in a letter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ordered {
    /// Labels with their lines: ship to, purchase order, notes.
    pub facts: Vec<(&'static str, Vec<String>)>,
    /// The lines, as they stand in the order.
    pub lines: Vec<OrderedLine>,
    /// Labels with their remarks, and amounts, the total last.
    pub sums: Vec<(String, String)>,
}

/// A line of an order in a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderedLine {
    /// '2 × Match Soccer Ball'.
    pub title: String,
    /// 'BAL100, Color: White, Size: 5'.
    pub article: String,
    /// '$39.99 each'.
    pub unit: String,
    /// '$79.98'.
    pub price: String,
    /// Names and numbers, one text an entry.
    pub texts: Vec<String>,
}

/// The parts of an order.
pub fn ordered(order: &OrderView) -> Ordered {
    let one = |text: &str| if text.is_empty() { Vec::new() } else { vec![text.to_owned()] };
    let purchase_order = match (order.po_number.as_str(), order.po_file_name.as_str()) {
        ("", _) => Vec::new(),
        (number, "") => one(number),
        (number, file) => vec![format!("{number} ({file})")],
    };
    let certificate = |line: &fieldhouse_core::certificates::held::CertificateLineView| {
        let told = format!("{}: {}", line.certificate_number, line.amount);
        if line.remainder.is_empty() { told } else { format!("{told} ({})", line.remainder) }
    };
    let facts = [
        ("Ordered for", one(&order.ordered_for)),
        ("Purchase order", purchase_order),
        ("Gift certificates", order.certificates.iter().map(certificate).collect()),
        ("Ship to", address_lines(&order.ship_to)),
        ("Shipping method", one(&order.shipping_method)),
        ("Notes for the carrier", order.instructions.lines().map(str::to_owned).collect()),
    ];
    Ordered {
        facts: facts.into_iter().filter(|(_, lines)| !lines.is_empty()).collect(),
        lines: order
            .items
            .iter()
            .flat_map(|card| card.line_items.iter().map(move |line| ordered_line(card, line)))
            .collect(),
        sums: sums(&order.summary),
    }
}

/// Labels with their remarks, and amounts, the total last.
pub fn sums(sums: &SummaryView) -> Vec<(String, String)> {
    // What is remarked at an amount, such as why no tax is due.
    let label = |row: &SummaryLineView| match row.note.as_str() {
        "" => row.label.clone(),
        note => format!("{} ({note})", row.label),
    };
    let rows = [Some(&sums.merchandise), sums.savings.as_ref(), Some(&sums.freight), Some(&sums.tax)];
    let rows = rows.into_iter().flatten().chain(sums.certificates.as_ref()).chain([&sums.total]);
    rows.map(|row| (label(row), row.text.clone())).collect()
}

fn ordered_line(card: &CartCardView, line: &LineView) -> OrderedLine {
    let paid = |pair: &PricePairView| format_cents(pair.discounted_price.unwrap_or(pair.regular_price));
    let article = [line.sku.clone(), options_text(&line.options)];
    OrderedLine {
        title: format!("{} \u{d7} {}", line.quantity, card.name),
        article: article.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", "),
        unit: format!("{} each", paid(&line.unit_price)),
        price: paid(&line.line_price),
        texts: printed_texts(&card.free_form_options, &line.free_form, line.quantity),
    }
}

impl Ordered {
    /// As paragraphs of plain text.
    pub fn text(&self) -> Vec<String> {
        let fact = |(label, lines): &(&str, Vec<String>)| format!("{label}:\n{}", lines.join("\n"));
        let line = |line: &OrderedLine| {
            let head = [line.title.clone(), line.article.clone(), format!("{}, {}", line.unit, line.price)];
            head.into_iter().chain(line.texts.iter().cloned()).collect::<Vec<_>>().join("\n  ")
        };
        let sums: Vec<String> = self.sums.iter().map(|(label, amount)| format!("{label}: {amount}")).collect();
        let facts = self.facts.iter().map(fact);
        facts.chain(self.lines.iter().map(line)).chain([sums.join("\n")]).collect()
    }
}
