/**
 * Who may make each call at all: the access table (R100), written down by hand and never read from the contract, which
 * is what it is held against. A call that stands nowhere here fails the access test.
 */
import type { CallerName } from './access-world.ts'

export type Role = 'everyone' | 'signedIn' | 'staff' | 'admin'

/** Who belongs to an audience. */
export const members: Record<Role, readonly CallerName[]> = {
  everyone: ['visitor', 'client', 'sellerA', 'sellerB', 'supervisor', 'admin'],
  signedIn: ['client', 'sellerA', 'sellerB', 'supervisor', 'admin'],
  staff: ['sellerA', 'sellerB', 'supervisor', 'admin'],
  admin: ['admin'],
}

export const accessTable: Record<Role, readonly string[]> = {
  everyone: [
    'GET /api/openapi.json',
    // auth/*
    'POST /api/auth/signin',
    'POST /api/auth/',
    'GET /api/auth/cambiarContra',
    'PUT /api/auth/cambiarContra',
    'GET /api/auth/padron',
    'GET /api/auth/lugares',
    'GET /api/auth/lugares/:id',
    'GET /api/auth/localidades',
    'GET /api/auth/expresos',
    'GET /api/auth/zonas',
    // Media and what a page shows before anybody signs in.
    'GET /api/pedidos/productos/imagen/:idart',
    'GET /api/carousel',
    'GET /api/carousel/fotos',
    'GET /api/config/anuncio',
    'GET /api/config/banner',
    'GET /api/config/bannerhab',
    'GET /api/config/carousel',
    'GET /api/config/contacto',
    'GET /api/config/habilitado',
    'GET /api/config/terminos',
    'GET /api/config/valor-carousel',
  ],
  signedIn: [
    // The catalogue.
    'GET /api/pedidos/productos',
    'GET /api/pedidos/productos/filtros',
    'GET /api/pedidos/productos/buscador',
    'GET /api/pedidos/productos/rango',
    'GET /api/pedidos/productos/ordenPrecio',
    'GET /api/pedidos/productos/categoria',
    'GET /api/pedidos/productos/exacto',
    'GET /api/pedidos/productos/code',
    'GET /api/pedidos/categorias',
    'GET /api/pedidos/categorias/marcas',
    // The own cart and orders; staff: those of its clients.
    'GET /api/pedidos/itemsCarrito/cliente',
    'GET /api/pedidos/itemsCarrito/cliente/simple',
    'GET /api/pedidos/itemsCarrito/cantidad',
    'POST /api/pedidos/itemsCarrito',
    'DELETE /api/pedidos/itemsCarrito/:id',
    'DELETE /api/pedidos/itemsCarrito/:idusu/:idcli',
    'POST /api/pedidos/productos/pedido',
    'GET /api/pedidos/productos/pedido/direccion',
    'GET /api/pedidos/productos/pedidos',
    'GET /api/pedidos/productos/pedidos/:id',
    'POST /api/pedidos/productos/pedidos/:id/repetir',
    'GET /api/config/numped',
    'GET /api/config/numped/cli',
    // The own profile and addresses.
    'GET /api/usuarios/:id',
    'GET /api/usuarios/admin/:id',
    'PUT /api/usuarios/update-perfil',
    'GET /api/usuarios/direcciones/:id',
    'POST /api/usuarios/direcciones',
    'GET /api/usuarios/direcciones-bodell/:id',
    'GET /api/usuarios/cuit/direcciones',
  ],
  staff: [
    'GET /api/pedidos/itemsCarrito/carrito-excel',
    'GET /api/pedidos/productos/catalogo-custom',
    'GET /api/pedidos/itemsCarrito/ejemplo',
    'POST /api/pedidos/itemsCarrito/importar-pedido/revisar',
    'POST /api/pedidos/itemsCarrito/importar-pedido',
    'PUT /api/pedidos/productos/code',
    'GET /api/usuarios/clientes',
    'GET /api/usuarios/clientes/all',
    'GET /api/usuarios/clientes/carrito',
    'GET /api/usuarios/clientes/carrito/all',
    'GET /api/usuarios/buscador/cliente',
    'GET /api/usuarios/cliente',
    'GET /api/usuarios/cliente/id',
    'GET /api/usuarios/cliente/zona',
    'GET /api/usuarios/cdv-bodell/:id',
  ],
  admin: [
    'GET /api/usuarios/all',
    'GET /api/usuarios/filtro',
    'GET /api/usuarios/clientes/no-habilitados',
    'GET /api/usuarios/cuit',
    'GET /api/usuarios/vendedores',
    'POST /api/usuarios',
    'PUT /api/usuarios',
    'GET /api/usuarios/:id/habilitacion',
    'PUT /api/usuarios/:id/habilitacion',
    'POST /api/usuarios/:id/verificar',
    'PUT /api/usuarios/zona',
    'GET /api/usuarios/bodell/ivas',
    'GET /api/usuarios/bodell/:id',
    'PUT /api/usuarios/bodell',
    'GET /api/config/notif-ped',
    'PUT /api/config/notif-ped',
    'GET /api/config/',
    'PUT /api/config/utils',
    'PUT /api/carousel',
    'GET /api/pedidos/productos/pedidos/nuevos',
  ],
}
