/** Text as it stands in HTML, in an element or in quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
