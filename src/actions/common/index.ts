/** What can be done with several kinds of thing alike. */
export { comment } from './comment.ts'
export { replaceDocument } from './replace-document.ts'
