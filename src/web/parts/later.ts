// Parts that every page of a signed-in user needs sooner or later, but that no page waits for: explanations of terms
// bring in some of React Aria, and the change feed all nouns. They share one file so that there is one request.
export { refreshOnChanges } from '../api/api-events.ts'
export { TermButton } from './term-button.tsx'
