// What every page of somebody signed in has sooner or later, but none waits for: what explains words brings
// some of React Aria with it, and the feed of changes all nouns. One file, so that it is asked for once.
export { ChangeFeed } from '../api-events.ts'
export { TermButton } from '../parts/term-button.tsx'
