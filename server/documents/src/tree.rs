//! What a document says, apart from how it looks: headings, paragraphs, tables with their heads. Readers aloud follow it.

/// A part of what is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A document of several.
    Section,
    /// Its title.
    Title,
    /// A heading within it.
    Heading,
    /// A paragraph.
    Paragraph,
    /// A table.
    Table,
    /// Its heads.
    Head,
    /// Its rows.
    Body,
    /// A row.
    Row,
    /// A cell that heads its column.
    ColumnHead,
    /// A cell that heads its row, over so many columns.
    RowHead(u32),
    /// A cell.
    Cell,
}

/// A node of the tree.
#[derive(Debug, Clone)]
pub struct Node {
    /// What it is.
    pub role: Role,
    /// What is below, in the order it is read.
    pub children: Vec<Child>,
    /// The text of a heading.
    pub text: String,
}

/// What is below a node.
#[derive(Debug, Clone, Copy)]
pub enum Child {
    /// A node.
    Node(usize),
    /// Something that is drawn.
    Leaf(Leaf),
}

/// A name for what is drawn together, perhaps on several pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf(pub usize);

/// The tree of a document.
#[derive(Debug, Default)]
pub struct Tree {
    /// Nodes in no order.
    pub nodes: Vec<Node>,
    /// Those at the top.
    pub top: Vec<usize>,
    /// How many leaves there are.
    pub leaves: usize,
}

impl Tree {
    /// A node below another one, or at the top.
    pub fn node(&mut self, parent: Option<usize>, role: Role) -> usize {
        let id = self.nodes.len();
        self.nodes.push(Node { role, children: Vec::new(), text: String::new() });
        match parent.and_then(|parent| self.nodes.get_mut(parent)) {
            Some(parent) => parent.children.push(Child::Node(id)),
            None => self.top.push(id),
        }
        id
    }

    /// Something to be drawn for a node.
    pub fn leaf(&mut self, parent: usize) -> Leaf {
        let leaf = Leaf(self.leaves);
        self.leaves = self.leaves.saturating_add(1);
        if let Some(parent) = self.nodes.get_mut(parent) {
            parent.children.push(Child::Leaf(leaf));
        }
        leaf
    }

    /// A node with something to be drawn.
    pub fn said(&mut self, parent: usize, role: Role) -> Leaf {
        let node = self.node(Some(parent), role);
        self.leaf(node)
    }
}
