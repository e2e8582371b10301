//! A file as a reader sees it: its tree of tags, its pages, what they say.

use lopdf::{Dictionary, Document, Object};

pub struct Read(pub Document);

impl Read {
    pub fn new(bytes: &[u8]) -> Self {
        Self(Document::load_mem(bytes).unwrap())
    }

    pub fn pages(&self) -> Vec<String> {
        self.0.get_pages().keys().map(|page| self.0.extract_text(&[*page]).unwrap()).collect()
    }

    pub fn catalog(&self) -> &Dictionary {
        self.0.catalog().unwrap()
    }

    fn follow<'a>(&'a self, object: &'a Object) -> &'a Object {
        object.as_reference().map_or(object, |id| self.0.get_object(id).unwrap())
    }

    /// The kinds of all nodes in the order they are read.
    pub fn roles(&self) -> Vec<String> {
        let root = self.follow(self.catalog().get(b"StructTreeRoot").unwrap()).as_dict().unwrap();
        let mut roles = Vec::new();
        self.walk(root, &mut roles);
        roles
    }

    fn walk(&self, node: &Dictionary, roles: &mut Vec<String>) {
        if let Ok(kind) = node.get(b"S") {
            let mut role = String::from_utf8(kind.as_name().unwrap().to_vec()).unwrap();
            if role == "TH" {
                role = format!("TH {}", self.scope(node));
            }
            roles.push(role);
        }
        let Ok(children) = node.get(b"K") else { return };
        match self.follow(children) {
            Object::Array(children) => children.iter().for_each(|child| self.step(child, roles)),
            child => self.step(child, roles),
        }
    }

    fn step(&self, child: &Object, roles: &mut Vec<String>) {
        if let Object::Dictionary(node) = self.follow(child) {
            self.walk(node, roles);
        }
    }

    fn scope(&self, node: &Dictionary) -> String {
        let attributes = self.follow(node.get(b"A").unwrap());
        let all = match attributes {
            Object::Array(all) => all.iter().map(|one| self.follow(one)).collect(),
            one => vec![one],
        };
        let scopes = all.into_iter().filter_map(|one| one.as_dict().unwrap().get(b"Scope").ok());
        scopes.map(|scope| String::from_utf8(scope.as_name().unwrap().to_vec()).unwrap()).collect()
    }
}
