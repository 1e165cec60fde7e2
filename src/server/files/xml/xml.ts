/** The first line of every part of an Office document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

// eslint-disable-next-line no-control-regex -- XML cannot hold them at all
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Escapes a text for use between elements. */
export const escapeXmlText = (text: string): string =>
  text.replace(NOT_XML, '').replace(/[&<>]/g, sign => ENTITIES[sign] ?? '')
