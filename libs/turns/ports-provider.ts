import type { InjectionToken } from '@nestjs/common';

/** A symbol, or a class whose instances can serve as the port. */
type Token<Port> = symbol | { prototype: Port };

interface PortsProvider<Service> {
  provide: InjectionToken;
  inject: InjectionToken[];
  useFactory: (...services: unknown[]) => Service;
}

/** The provider of a class that takes its services as one object: each port by the token that Nest resolves it with. */
export function portsProvider<Ports extends object, Service>(
  service: new (ports: Ports) => Service,
  tokens: { [Name in keyof Ports]-?: Token<Ports[Name]> },
): PortsProvider<Service> {
  const names = Object.keys(tokens);
  return {
    provide: service,
    inject: Object.values<InjectionToken>(tokens as Record<string, InjectionToken>),
    useFactory: (...services) =>
      new service(Object.fromEntries(names.map((name, place) => [name, services[place]])) as Ports),
  };
}
