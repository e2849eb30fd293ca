import { HoldfastError } from '../core/base/errors.ts'

/** The endpoint answers nobody any more until a person has done something: no further call is made. */
export class EndpointClosedError extends HoldfastError {
  constructor(message: string, options?: ErrorOptions) {
    super('ENDPOINT', message, options)
  }
}
