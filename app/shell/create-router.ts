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

/** What the router needs of the page around it. */
export interface RouterParts {
  readonly root: RouteComponent;
  readonly failed: ErrorRouteComponent;
  /** True while a session is known: without one no part of a protected screen is fetched. */
  readonly hasSession: () => boolean;
}

/** Shown while the code of a screen is loading; the component that draws the frame around it provides it (SHELL-07). */
export const ScreenLoading = createContext<ReactNode>(null);

/** Makes the router of the one table of screens (SPEC §2.2). */
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

/** The screen's component, whose part is fetched ahead only for those who may see it. */
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
