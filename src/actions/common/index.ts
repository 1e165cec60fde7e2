/** What can be done with several kinds of thing alike. */
export { comment } from './comment.ts'
