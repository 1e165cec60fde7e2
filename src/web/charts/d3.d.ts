/** Declares the few functions of d3 that the charts use; the packages have no types of their own. */
declare module 'd3-scale' {
  export interface LinearScale {
    (value: number): number
    domain(domain: readonly [number, number]): LinearScale
    range(range: readonly [number, number]): LinearScale
    nice(count?: number): LinearScale
    ticks(count?: number): number[]
  }
  export const scaleLinear: () => LinearScale
}

declare module 'd3-shape' {
  export interface Curve {
    readonly curveName?: never
  }
  export interface LinePath<T> {
    (data: readonly T[]): string | null
    x(x: (datum: T) => number): LinePath<T>
    y(y: (datum: T) => number): LinePath<T>
    curve(curve: Curve): LinePath<T>
  }
  export interface AreaPath<T> {
    (data: readonly T[]): string | null
    x(x: (datum: T) => number): AreaPath<T>
    y0(y: number | ((datum: T) => number)): AreaPath<T>
    y1(y: (datum: T) => number): AreaPath<T>
    curve(curve: Curve): AreaPath<T>
  }
  export const line: <T>() => LinePath<T>
  export const area: <T>() => AreaPath<T>
  export const curveBumpX: Curve
  export const curveStepAfter: Curve
}
