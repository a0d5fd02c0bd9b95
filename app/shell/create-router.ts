import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorRouteComponent,
  type RouteComponent,
} from '@tanstack/react-router';
import { createContext, createElement, Suspense, use, type ReactNode } from 'react';
import { parseSearch, stringifySearch } from '#app/lib/url-state.ts';
import { screens } from '#app/router.tsx';
import type { Screen } from '#app/shell/screen.ts';

/** The parts of the page that the router needs. */
export interface RouterParts {
  readonly root: RouteComponent;
  readonly failed: ErrorRouteComponent;
  /** True while a session is known: without one no code of a protected screen is loaded. */
  readonly hasSession: () => boolean;
}

/** Shown while the code of a screen is loading; the component that draws the frame around it provides it (SHELL-07). */
export const ScreenLoading = createContext<ReactNode>(null);

/** Creates the router for the table of screens (SPEC §2.2). */
export function createAppRouter({ root, failed, hasSession }: RouterParts) {
  const rootRoute = createRootRoute({ component: root });
  const routes = screens.map((screen: Screen) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path: screen.path,
      component: guarded(screen, hasSession),
      staticData: { screen },
    }),
  );
  return createRouter({
    routeTree: rootRoute.addChildren(routes),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: failed,
    scrollRestoration: true,
    caseSensitive: false,
  });
}

/** Returns the screen's component, whose code is loaded ahead only for people who may see it. */
function guarded(screen: Screen, hasSession: () => boolean): RouteComponent {
  const { component } = screen;
  if (screen.access === 'public') return component;
  const Content = (props: object) =>
    createElement(Suspense, { fallback: use(ScreenLoading) }, createElement(component, props));
  const Guarded = Object.assign(Content, {
    preload: async () => {
      if (hasSession()) await component.preload?.();
    },
  });
  return Guarded;
}
