import type { InterfaceSummary, Shape } from './summary.ts'

/** Changes between two summaries, as sentences about the operation or schema that they begin with. */
export interface InterfaceChanges {
  /** Changes that break a program that follows the promise of stability. */
  breaking: string[]
  additions: string[]
}

/** Programs send what is `sent`, and read what is `read`: what widens the one narrows the other. */
type Direction = 'sent' | 'read'

/** A place that is an operation itself has parameters; bodies, answers and schemas have fields. */
const OPERATION = /^[A-Z]+ \/\S*$/

type Schemas = InterfaceSummary['schemas']

const resolved = (shape: Shape, schemas: Schemas): Shape => {
  const { $ref, allOf } = shape
  if ($ref !== undefined) return resolved(schemas[$ref] ?? {}, schemas)
  if (!allOf) return shape
  const parts = [{ ...shape, allOf: undefined }, ...allOf.map(one => resolved(one, schemas))]
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  }
}

/** Variants of a shape: itself, or those of its union, whose lists of values are one. */
const variantsOf = (shape: Shape, schemas: Schemas): Shape[] => {
  const { anyOf } = resolved(shape, schemas)
  if (!anyOf) return [shape]
  const all = anyOf.flatMap(one => variantsOf(one, schemas))
  const lists = all.filter(one => resolved(one, schemas).enum)
  if (lists.length < 2) return all
  const values = lists.flatMap(one => resolved(one, schemas).enum ?? [])
  return [...all.filter(one => !lists.includes(one)), { type: 'string', enum: [...new Set(values)] }]
}

const isSameType = (one: Shape, other: Shape): boolean =>
  one.type === other.type || (one.type === undefined && one.enum !== undefined && other.enum !== undefined)

/** Compares two summaries of the interface, the earlier one first. */
export const compareInterfaces = (before: InterfaceSummary, after: InterfaceSummary): InterfaceChanges => {
  const changes = { breaking: new Set<string>(), additions: new Set<string>() }
  let into = changes
  const compared = new Set<string>()

  const compareProperties = (old: Shape, now: Shape, direction: Direction, place: string) => {
    const [had, has] = [old.properties ?? {}, now.properties ?? {}]
    const wasRequired = (name: string) => old.required?.includes(name) ?? false
    const isRequired = (name: string) => now.required?.includes(name) ?? false
    for (const [name, shape] of Object.entries(had)) {
      const at = `${place}: ${name}`
      const present = has[name]
      if (!present) into.breaking.add(`${at} is gone`)
      else if (direction === 'sent' && isRequired(name) && !wasRequired(name))
        into.breaking.add(`${at} is required now`)
      else if (direction === 'read' && wasRequired(name) && !isRequired(name))
        into.breaking.add(`${at} may be missing now`)
      if (present) compare(shape, present, direction, at)
    }
    for (const name of Object.keys(has).filter(one => !(one in had)))
      if (direction === 'sent' && isRequired(name)) into.breaking.add(`${place}: ${name} is new and required`)
      else into.additions.add(`${place}: new ${OPERATION.test(place) ? 'parameter' : 'field'} ${name}`)
  }

  const compareValues = (old: Shape, now: Shape, direction: Direction, place: string) => {
    if (!old.enum && !now.enum) return
    if (!old.enum || !now.enum) {
      if ((direction === 'sent') === (now.enum !== undefined))
        into.breaking.add(`${place} takes other values`)
      return
    }
    const gone = old.enum.filter(one => !now.enum?.includes(one))
    const added = now.enum.filter(one => !old.enum?.includes(one))
    if (direction === 'sent' && gone.length > 0)
      into.breaking.add(`${place} no longer takes ${gone.join(', ')}`)
    if (added.length > 0)
      into.additions.add(`${place}: new ${added.length === 1 ? 'value' : 'values'} ${added.join(', ')}`)
  }

  const compareVariant = (old: Shape, now: Shape, direction: Direction, place: string) => {
    const isReferred = old.$ref !== undefined && old.$ref === now.$ref
    if (isReferred) {
      const once = `${old.$ref} ${direction}`
      if (compared.has(once)) return
      compared.add(once)
    }
    const at = isReferred ? String(old.$ref) : place
    const [was, is] = [resolved(old, before.schemas), resolved(now, after.schemas)]
    // A schema without a type takes anything, as does what was a union and is none any more.
    if (was.type === undefined && !was.enum && !was.properties) {
      if (direction === 'sent' && is.type !== undefined) into.breaking.add(`${at} takes fewer types`)
      return
    }
    compareValues(was, is, direction, at)
    compareProperties(was, is, direction, at)
    if (was.items && is.items) compare(was.items, is.items, direction, `${at}[]`)
    if (was.additionalProperties && is.additionalProperties)
      compare(was.additionalProperties, is.additionalProperties, direction, `${at}{}`)
  }

  /** Compares on trial; returns what it found without recording it. */
  const trial = (old: Shape, now: Shape, direction: Direction, place: string): InterfaceChanges => {
    const [outer, already] = [into, new Set(compared)]
    into = { breaking: new Set(), additions: new Set() }
    compareVariant(old, now, direction, place)
    const found = { breaking: [...into.breaking], additions: [...into.additions] }
    into = outer
    compared.clear()
    for (const one of already) compared.add(one)
    return found
  }

  const compare = (old: Shape, now: Shape, direction: Direction, place: string): void => {
    const had = variantsOf(old, before.schemas)
    const has = variantsOf(now, after.schemas)
    const [one, other] = [had[0], has[0]]
    if (had.length === 1 && has.length === 1 && one && other) {
      const [was, is] = [resolved(one, before.schemas), resolved(other, after.schemas)]
      const isWider = direction === 'sent' ? is.type === undefined : was.type === undefined
      if (!isSameType(was, is) && !isWider)
        into.breaking.add(`${place} is ${is.type ?? 'anything'} instead of ${was.type ?? 'anything'}`)
      else compareVariant(one, other, direction, place)
      return
    }
    const unmatched = new Set(has)
    for (const variant of had) {
      const type = resolved(variant, before.schemas)
      const alike = has.filter(
        next =>
          isSameType(type, resolved(next, after.schemas)) &&
          (variant.$ref === undefined || next.$ref === undefined || variant.$ref === next.$ref),
      )
      const [best] = alike.toSorted(
        (a, b) =>
          trial(variant, a, direction, place).breaking.length -
          trial(variant, b, direction, place).breaking.length,
      )
      if (best) {
        unmatched.delete(best)
        compareVariant(variant, best, direction, place)
      } else if (direction === 'sent')
        into.breaking.add(`${place} no longer takes ${type.type ?? 'one of its variants'}`)
    }
    for (const variant of unmatched) {
      const name = variant.$ref ?? variant.type ?? 'another variant'
      const isNewType = !had.some(earlier =>
        isSameType(resolved(earlier, before.schemas), resolved(variant, after.schemas)),
      )
      if (direction === 'read' && isNewType) into.breaking.add(`${place} may be ${name} now`)
      else into.additions.add(`${place} has the new variant ${name}`)
    }
  }

  for (const [name, old] of Object.entries(before.operations)) {
    const now = after.operations[name]
    if (!now) {
      into.breaking.add(`${name} is gone`)
      continue
    }
    if (old.id !== now.id) into.breaking.add(`${name} is called ${now.id} instead of ${old.id}`)
    compare(old.parameters, now.parameters, 'sent', name)
    if (old.body && now.body) compare(old.body, now.body, 'sent', `${name} body`)
    else if (now.body) into.breaking.add(`${name} needs a body now`)
    for (const [status, medias] of Object.entries(old.answers))
      for (const [media, shape] of Object.entries(medias)) {
        const at = `${name} answer${media === 'application/json' ? '' : ` as ${media}`}`
        const present = now.answers[status]?.[media]
        if (present) compare(shape, present, 'read', at)
        else into.breaking.add(`${at} with status ${status} is gone`)
      }
  }
  for (const name of Object.keys(after.operations))
    if (!(name in before.operations)) into.additions.add(`${name} is new`)
  for (const type of before.webhooks)
    if (!after.webhooks.includes(type)) into.breaking.add(`The webhook message ${type} is gone`)
  for (const type of after.webhooks)
    if (!before.webhooks.includes(type)) into.additions.add(`The webhook message ${type} is new`)
  return { breaking: [...changes.breaking], additions: [...changes.additions] }
}
