package document

// Text is the text of a scalar, "" where there is none or it is something else.
func (n *Node) Text() string {
	if n == nil {
		return ""
	}
	text, _ := n.Value.(string)
	return text
}

// Texts reads a list of texts, what else is in it left out; nil stands for no
// list, and an empty list for an empty one.
func (n *Node) Texts() []string {
	if n == nil || n.Kind != Array {
		return nil
	}
	list := []string{}
	for _, item := range n.Items {
		if item.Kind == String {
			list = append(list, item.Text())
		}
	}
	return list
}
