// The content of a `Drawn` (dashboard/graphwright_dashboard/drawn.py), as elements of React's own.
// Each time that it stands anew, the event `drawn` rises from it.
window.graphwright = window.graphwright ?? {};
(() => {
  const OWN = /^(id|className|hidden|role|title|tabIndex|style|data-.*|aria-.*)$/;
  const FIELDS = { Input: "input", Textarea: "textarea" };

  // Names, texts and attributes come from documents; React sets them as text, never as HTML.
  function element(node) {
    if (Array.isArray(node)) return node.map(element);
    if (node === null || typeof node !== "object") return node;
    const { children, n_clicks, ...props } = node.props;
    if (FIELDS[node.type]) return React.createElement(Field, { tag: FIELDS[node.type], props });
    const content = children === undefined || children === null ? [] : [element(children)].flat();
    return React.createElement(node.type.toLowerCase(), props, ...content);
  }

  // The curator's letters stay until the value itself changes, and while more are typed.
  function Field({ tag, props: { value, ...props } }) {
    const field = React.useRef(null);
    const known = React.useRef(value ?? "");
    React.useLayoutEffect(() => {
      const box = field.current;
      const typing = document.activeElement === box && box.value !== known.current;
      known.current = value ?? "";
      if (!typing) box.value = known.current;
    }, [value]);
    return React.createElement(tag, { ...props, defaultValue: value, ref: field });
  }

  graphwright.Drawn = ({ tag, tree, ...props }) => {
    const own = Object.fromEntries(Object.entries(props).filter(([name]) => OWN.test(name)));
    const content = React.useMemo(() => [element(tree ?? [])].flat(), [tree]);
    const self = React.useRef(null);
    React.useEffect(() => { self.current.dispatchEvent(new CustomEvent("drawn", { bubbles: true })); }, [tree]);
    return React.createElement(tag, { ...own, ref: self }, ...content);
  };
})();
