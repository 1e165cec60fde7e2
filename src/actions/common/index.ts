/** Actions that several kinds share. */
export { addComment as comment } from './comment.ts'
export { replaceDocument } from './replace-document.ts'
export { defineReadWorkbook as readsWorkbook } from './read-workbook.ts'
export { issueInvoices } from './issue-invoices.ts'
export { makeCertificate } from './make-certificate.ts'
export { replaceCertificate } from './replace-certificate.ts'
export { revokeCertificate } from './revoke-certificate.ts'
