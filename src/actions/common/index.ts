/** What can be done with several kinds of thing alike. */
export { comment } from './comment.ts'
export { replaceDocument } from './replace-document.ts'
export { readsWorkbook } from './read-workbook.ts'
export { makeCertificate } from './make-certificate.ts'
export { replaceCertificate } from './replace-certificate.ts'
export { revokeCertificate } from './revoke-certificate.ts'
