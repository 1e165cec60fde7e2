import { describe, expect, it } from 'vitest'
import { parseGridReference, formatGridReference } from './grid-reference.ts'
import { isInBritain, parseLatLong, formatLatLong } from './lat-long.ts'
import { latLongToGrid, gridToLatLong, gridSquareCentre, gridSquareAround } from './osgb.ts'
import { boundingBox, type Outline, outlineContains } from './outline.ts'
import { finerPlacePrecision } from './precision.ts'

describe('a grid reference', () => {
  it.each([
    ['ST 436 211', 343600, 121100, 100],
    ['st436211', 343600, 121100, 100],
    [' ST436-211 ', 343600, 121100, 100],
    ['ST4361021100', 343610, 121100, 1],
    ['ST 43610 21100', 343610, 121100, 1],
    ['ST 4361 2110', 343610, 121100, 10],
    ['ST 43 21', 343000, 121000, 1000],
    ['SV 914 113', 91400, 11300, 100],
    ['NT 9953', 399000, 653000, 1000],
    ['TG 520 070', 652000, 307000, 100],
    ['343610, 121100', 343610, 121100, 1],
    ['E343610 N121100', 343610, 121100, 1],
    ['343610.4,121100.9', 343610, 121100, 1],
    ['HP 600 100', 460000, 1210000, 100],
  ])('reads %s', (text, easting, northing, size) => {
    expect(parseGridReference(text)).toEqual({ easting, northing, size })
  })

  it.each([
    'banana',
    '',
    'ST',
    'ST 4',
    'ST 436',
    'ST 436 21',
    'ST 42',
    'SI 436 211',
    'AA 123 456',
    'ZZ 123 456',
    '436 211',
    'ST 43610021100123',
    'ST 436 211 or so',
    '999999, 121100',
    '51.5, -0.1',
    'Kingsbury Episcopi',
  ])('rejects %s', text => {
    expect(parseGridReference(text)).toBeNull()
  })

  it.each([
    'ST 436 211',
    'SV 9141 1132',
    'NT 99 53',
    'TG 52000 07001',
    'SU 571 126',
    'HP 600 100',
    'OV 000 000',
  ])('writes %s as it was read', text => expect(formatGridReference(parseGridReference(text)!)).toBe(text))
})

describe('latitude and longitude', () => {
  const farm = { latitude: 50.98698, longitude: -2.80419 }

  it.each([
    '50.98698, -2.80419',
    '50.98698 -2.80419',
    '50.98698,−2.80419',
    '50.98698N 2.80419W',
    'N50.98698 W2.80419',
    '2.80419°W, 50.98698°N',
    '50°59.2188′N 2°48.2514′W',
    `50° 59' 13.128" N, 2° 48' 15.084" W`,
  ])('reads %s', text => {
    const read = parseLatLong(text)
    expect(read?.latitude).toBeCloseTo(farm.latitude, 5)
    expect(read?.longitude).toBeCloseTo(farm.longitude, 5)
  })

  it.each([
    '',
    '50.98',
    'fifty, two',
    '50.98698, -2.80419, 7',
    '95, 2',
    '50 61 N 2 3 W',
    '50N 2N',
    'ST 436 211',
  ])('rejects %s', text => expect(parseLatLong(text)).toBeNull())

  it('is recognised as in Britain, unlike one elsewhere or in the wrong order', () => {
    expect(isInBritain(farm)).toBe(true)
    expect(isInBritain({ latitude: -2.80419, longitude: 50.98698 })).toBe(false)
    expect(isInBritain({ latitude: 48.85, longitude: 2.35 })).toBe(false)
    expect(formatLatLong(farm)).toBe('50.98698, -2.80419')
  })
})

/** The Ordnance Survey's test points of OSTN15 that lie in England or off it: latitude, longitude, easting, northing. */
const PUBLISHED = [
  ["St Mary's, Scilly", 49.9222639373, -6.29977752014, 91492.146, 11318.804],
  ['Lizard Point', 49.9600613782, -5.20304609998, 170370.718, 11572.405],
  ['Plymouth', 50.4388582561, -4.10864563561, 250359.811, 62016.569],
  ["St Catherine's Point", 50.57563665, -1.2978227724, 449816.371, 75335.861],
  ['Former OSHQ', 50.9312793791, -1.450514337, 438710.92, 114792.25],
  ['North Foreland', 51.3744702555, 1.44454730409, 639821.835, 169565.858],
  ['Brislington', 51.4275474302, -2.54407618349, 362269.991, 169978.69],
  ['Lambeth', 51.4893656495, -0.1199255718, 530624.974, 178388.464],
  ['Colchester', 51.8943663735, 0.89724327012, 599445.59, 225722.826],
  ['Droitwich', 52.2552938163, -2.15458614387, 389544.19, 261912.153],
  ['Northampton', 52.2516095123, -0.9124895697, 474335.969, 262047.755],
  ["King's Lynn", 52.7513668717, 0.40153547065, 562180.547, 319784.995],
  ['Nottingham', 52.9621910941, -1.19747655922, 454002.834, 340834.943],
  ['Daresbury', 53.3448028019, -2.6404932081, 357455.843, 383290.436],
  ['Blackpool', 53.7791102576, -3.04045490691, 331534.564, 431920.794],
  ['Pudsey', 53.8002151963, -1.66379168242, 422242.186, 433818.701],
  ['Flamborough Head', 54.1168514429, -0.07773133187, 525745.67, 470703.214],
  ['Carlisle', 54.8954234042, -2.93827741149, 339921.145, 556034.761],
  ['Newcastle', 54.9791227366, -1.61657685184, 424639.355, 565012.703],
] as const

describe('conversion', () => {
  it.each(PUBLISHED)(
    'at %s is within 5 m of the coordinates that the Ordnance Survey publishes',
    (_, latitude, longitude, e, n) => {
      const { easting, northing } = latLongToGrid({ latitude, longitude })
      expect(Math.hypot(easting - e, northing - n)).toBeLessThan(5)
      const back = gridToLatLong({ easting: e, northing: n })
      // A degree of latitude is 111.3 km everywhere.
      const east = (back.longitude - longitude) * 111_320 * Math.cos((latitude * Math.PI) / 180)
      expect(Math.hypot((back.latitude - latitude) * 111_320, east)).toBeLessThan(5)
    },
  )

  it('a grid square is shown by its middle, and a point by the square that holds it', () => {
    const square = parseGridReference('ST 436 211')!
    const middle = gridSquareCentre(square)
    expect(middle.latitude).toBeCloseTo(50.98698, 4)
    expect(middle.longitude).toBeCloseTo(-2.80419, 4)
    expect(gridSquareAround(middle, 100)).toEqual(square)
    expect(gridSquareAround(middle, 5000)).toEqual({ easting: 340000, northing: 120000, size: 5000 })
  })
})

it('an outline contains what is inside its border and outside its holes', () => {
  const square = (from: number, to: number) =>
    [
      [from, from],
      [to, from],
      [to, to],
      [from, to],
      [from, from],
    ] as const
  const outline: Outline = [[square(0, 10), square(4, 6)], [square(20, 21)]]
  const holds = (longitude: number, latitude: number) => outlineContains({ latitude, longitude }, outline)
  expect([holds(1, 1), holds(5, 5), holds(9, 5), holds(20.5, 20.5), holds(15, 15), holds(-1, 5)]).toEqual([
    true,
    false,
    true,
    true,
    false,
    false,
  ])
  expect(boundingBox(outline)).toEqual([0, 0, 21, 21])
})

it('a place is shown at least as precisely as the market requires', () => {
  expect(finerPlacePrecision('catchment', 'square')).toBe('square')
  expect(finerPlacePrecision('exact', 'catchment')).toBe('exact')
  expect(finerPlacePrecision('catchment', 'catchment')).toBe('catchment')
})
