// Loaded first by a server whose pages are compared with pictures: its clock begins at `BEGINS_AT`, and runs from there.
const ahead = Date.parse(process.env.BEGINS_AT ?? '') - Date.now()

globalThis.Date = new Proxy(Date, {
  construct: (real, given: []) => (given.length === 0 ? new real(real.now() + ahead) : new real(...given)),
  get: (real, name): unknown => (name === 'now' ? () => real.now() + ahead : Reflect.get(real, name)),
})
