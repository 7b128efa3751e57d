// The search adds its styles as a <style> element, which the content security policy of the server forbids.
// A constructed style sheet is allowed.
ShadowRoot.prototype.appendChild = function (node) {
  if (node.nodeName !== 'STYLE') return Node.prototype.appendChild.call(this, node)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(node.textContent)
  this.adoptedStyleSheets.push(sheet)
  return node
}
