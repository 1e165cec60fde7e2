declare module 'saxon-js' {
  const SaxonJS: {
    /** Transforms a text by a compiled stylesheet. */
    transform: (options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' }) => {
      principalResult: string
    }
  }
  export default SaxonJS
}
